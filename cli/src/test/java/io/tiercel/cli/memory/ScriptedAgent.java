package io.tiercel.cli.memory;

import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.tiercel.protocol.AgentsGrpc;
import io.tiercel.protocol.BlockId;
import io.tiercel.protocol.Device;
import io.tiercel.protocol.ExchangeReply;
import io.tiercel.protocol.ExchangeRequest;
import io.tiercel.protocol.Held;
import io.tiercel.protocol.Migrate;
import io.tiercel.protocol.MigrationEnd;
import io.tiercel.protocol.RegisterReply;
import io.tiercel.protocol.RegisterRequest;
import io.tiercel.protocol.Room;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorageReport;
import org.apache.hadoop.hdfs.server.protocol.StorageReport;

/** Speaks for a real DataNode as its agent would, and says that it has pinned whatever it was asked to. */
final class ScriptedAgent implements AutoCloseable {
    private static final long BUDGET = 64 << 20;

    private final ManagedChannel channel;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private final RegisterRequest.Builder identity;
    private final List<String> storages = new ArrayList<>();
    private final Map<BlockId, Held> held = new LinkedHashMap<>();
    private final List<MigrationEnd> ended = new ArrayList<>();
    private final List<BlockId> unpinned = new ArrayList<>();
    private long session;
    private long serial;
    private volatile int registrations;

    private ScriptedAgent(DatanodeStorageReport node, int port) {
        channel =
                NettyChannelBuilder.forAddress("127.0.0.1", port).usePlaintext().build();
        identity = RegisterRequest.newBuilder()
                .setNode(node.getDatanodeInfo().getDatanodeUuid())
                .setHost(node.getDatanodeInfo().getHostName())
                .setBudgetBytes(BUDGET)
                .setPins(true);
        for (StorageReport report : node.getStorageReports()) {
            storages.add(report.getStorage().getStorageID());
            identity.addDevices(Device.newBuilder()
                    .setStorage(report.getStorage().getStorageID())
                    .setStorageType(report.getStorage().getStorageType().name()));
        }
        timer.scheduleWithFixedDelay(this::exchange, 0, 50, TimeUnit.MILLISECONDS);
    }

    /** One for each DataNode, all at work. */
    static List<ScriptedAgent> onAll(DistributedFileSystem hdfs, int port) throws IOException {
        List<ScriptedAgent> agents = new ArrayList<>();
        for (DatanodeStorageReport node :
                hdfs.getClient().getDatanodeStorageReport(HdfsConstants.DatanodeReportType.LIVE)) {
            agents.add(new ScriptedAgent(node, port));
        }
        return agents;
    }

    int registrations() {
        return registrations;
    }

    synchronized int pinned() {
        return held.size();
    }

    private synchronized void exchange() {
        try {
            AgentsGrpc.AgentsBlockingStub coordinator =
                    AgentsGrpc.newBlockingStub(channel).withDeadlineAfter(5, TimeUnit.SECONDS);
            if (session == 0) {
                RegisterReply reply = coordinator.register(
                        identity.clearHeld().addAllHeld(held.values()).build());
                session = reply.getSession();
                registrations++;
            }
            ExchangeRequest.Builder said = ExchangeRequest.newBuilder()
                    .setNode(identity.getNode())
                    .setSession(session)
                    .setBudgetBytes(BUDGET)
                    .setWatchSerial(serial)
                    .addAllEnded(ended)
                    .addAllUnpinned(unpinned);
            storages.forEach(storage ->
                    said.addRoom(Room.newBuilder().setStorage(storage).setMigrations(4)));
            ExchangeReply orders = coordinator.exchange(said.build());
            ended.clear();
            unpinned.clear();
            obey(orders);
        } catch (StatusRuntimeException e) {
            channel.resetConnectBackoff(); // The coordinator is away; it is asked again.
        }
    }

    private void obey(ExchangeReply orders) {
        if (orders.getRegister()) {
            session = 0;
            return;
        }
        serial = orders.getWatchSerial();
        for (Migrate order : orders.getMigrateList()) {
            held.put(
                    order.getBlock(),
                    Held.newBuilder()
                            .setBlock(order.getBlock())
                            .setStorage(order.getStorage())
                            .setBytes(order.getLength())
                            .build());
            ended.add(MigrationEnd.newBuilder()
                    .setMigration(order.getMigration())
                    .setBlock(order.getBlock())
                    .setStorage(order.getStorage())
                    .setDone(true)
                    .setBytes(order.getLength())
                    .setDurationMicros(1)
                    .build());
        }
        for (BlockId block : orders.getUnpinList()) {
            held.remove(block);
            unpinned.add(block);
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
        channel.shutdownNow();
    }
}
