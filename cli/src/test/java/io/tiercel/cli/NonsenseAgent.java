package io.tiercel.cli;

import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.tiercel.protocol.AgentsGrpc;
import io.tiercel.protocol.BlockId;
import io.tiercel.protocol.Device;
import io.tiercel.protocol.ExchangeReply;
import io.tiercel.protocol.ExchangeRequest;
import io.tiercel.protocol.Held;
import io.tiercel.protocol.MigrationEnd;
import io.tiercel.protocol.ReadCurve;
import io.tiercel.protocol.RegisterRequest;
import io.tiercel.protocol.Residence;
import io.tiercel.protocol.ResidenceState;
import io.tiercel.protocol.Room;
import io.tiercel.protocol.Running;
import java.util.concurrent.TimeUnit;

/** Says to a coordinator what cannot be true, in as many ways as the contract has. */
final class NonsenseAgent implements AutoCloseable {
    private static final BlockId NO_BLOCK =
            BlockId.newBuilder().setPool("no pool").setBlock(-1).build();

    private final ManagedChannel channel;

    NonsenseAgent(int port) {
        channel =
                NettyChannelBuilder.forAddress("127.0.0.1", port).usePlaintext().build();
    }

    /** Pretends to be the agent of a node, which may have one, and lies. */
    void lies(String node) {
        refused(RegisterRequest.newBuilder().setHost("no node").build());
        refused(RegisterRequest.newBuilder()
                .setNode(node)
                .setHost("h")
                .setBudgetBytes(-1)
                .build());
        long session = agents().register(RegisterRequest.newBuilder()
                        .setNode(node)
                        .setHost("127.0.0.2")
                        .setBudgetBytes(Long.MAX_VALUE)
                        .setPins(true)
                        .addDevices(Device.newBuilder()
                                .setStorage("no storage")
                                .setStorageType("no type")
                                .setBytesPerSecond(Double.NaN)
                                .setCurve(ReadCurve.newBuilder().setOne(-1).setLoss(1e30)))
                        .addHeld(Held.newBuilder()
                                .setBlock(NO_BLOCK)
                                .setStorage("another storage")
                                .setBytes(-1))
                        .addHeld(Held.newBuilder()
                                .setBlock(NO_BLOCK)
                                .setStorage("no storage")
                                .setBytes(Long.MAX_VALUE))
                        .build())
                .getSession();
        ExchangeReply orders = exchange(node, session);
        exchange(node, session + 1);
        ExchangeRequest.Builder about = said(node, session);
        orders.getMigrateList()
                .forEach(order -> about.addEnded(MigrationEnd.newBuilder()
                        .setMigration(order.getMigration())
                        .setBlock(NO_BLOCK)
                        .setDone(true)
                        .setBytes(-7)));
        exchange(about);
    }

    private void refused(RegisterRequest request) {
        try {
            agents().register(request);
            throw new AssertionError("taken in: " + request);
        } catch (StatusRuntimeException e) {
            // As it should be.
        }
    }

    private ExchangeReply exchange(String node, long session) {
        return exchange(said(node, session));
    }

    private ExchangeReply exchange(ExchangeRequest.Builder said) {
        return agents().exchange(said.build());
    }

    private static ExchangeRequest.Builder said(String node, long session) {
        return ExchangeRequest.newBuilder()
                .setNode(node)
                .setSession(session)
                .setBudgetBytes(Long.MAX_VALUE)
                .setPinnedBytes(Long.MIN_VALUE)
                .setWatchSerial(Long.MAX_VALUE)
                .addEnded(MigrationEnd.newBuilder()
                        .setMigration(123_456_789)
                        .setBlock(NO_BLOCK)
                        .setDone(true)
                        .setBytes(Long.MAX_VALUE)
                        .setDurationMicros(Long.MAX_VALUE))
                .addEnded(MigrationEnd.newBuilder().setMigration(-1))
                .addRunning(Running.newBuilder().setMigration(-1).setElapsedMicros(-1))
                .addRoom(Room.newBuilder().setStorage("no storage").setMigrations(Integer.MAX_VALUE))
                .addRoom(Room.newBuilder().setStorage("another storage").setMigrations(-1))
                .addCached(Residence.newBuilder()
                        .setBlock(NO_BLOCK)
                        .setState(ResidenceState.PINNED)
                        .setResidentBytes(Long.MAX_VALUE)
                        .setLength(-1))
                .addUnpinned(NO_BLOCK)
                .addUnpinned(BlockId.getDefaultInstance());
    }

    private AgentsGrpc.AgentsBlockingStub agents() {
        return AgentsGrpc.newBlockingStub(channel).withDeadlineAfter(10, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        channel.shutdownNow();
    }
}
