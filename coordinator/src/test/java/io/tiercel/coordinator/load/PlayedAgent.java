package io.tiercel.coordinator.load;

import io.grpc.ManagedChannel;
import io.grpc.stub.StreamObserver;
import io.tiercel.coordinator.MadeUpFiles;
import io.tiercel.protocol.AgentsGrpc;
import io.tiercel.protocol.BlockId;
import io.tiercel.protocol.Device;
import io.tiercel.protocol.ExchangeReply;
import io.tiercel.protocol.ExchangeRequest;
import io.tiercel.protocol.Migrate;
import io.tiercel.protocol.MigrationEnd;
import io.tiercel.protocol.RegisterReply;
import io.tiercel.protocol.RegisterRequest;
import io.tiercel.protocol.Room;
import io.tiercel.protocol.Running;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** An agent with one disk, on a connection of its own, that confirms orders without a disk. Thread-safe. */
final class PlayedAgent {
    private static final long BUDGET = 1L << 50;
    private static final int QUEUE = 10;

    private final String node;
    private final String storage;
    private final AgentsGrpc.AgentsStub coordinator;
    private final Reports reports;
    private final Map<Long, Migrate> queue = new LinkedHashMap<>();
    private List<MigrationEnd> ended = new ArrayList<>();
    private List<BlockId> unpinned = new ArrayList<>();
    private long heldBytes;
    private long session;
    private long watchSerial;
    private long worked;
    private boolean asking;

    PlayedAgent(int number, ManagedChannel channel, Reports reports) {
        this.node = MadeUpFiles.node(number);
        this.storage = node + "-disk";
        this.coordinator = AgentsGrpc.newStub(channel);
        this.reports = reports;
    }

    /** Once a second: what was done since, and what there is to do; registers first. Left out while no answer has come. */
    synchronized void report(long blockMicros) {
        if (asking) {
            reports.leftOut();
            return;
        }
        asking = true;
        if (session == 0) {
            register();
        } else {
            work(blockMicros);
            exchange();
        }
    }

    private void register() {
        RegisterRequest request = RegisterRequest.newBuilder()
                .setNode(node)
                .setHost(node + ".example")
                .setBudgetBytes(BUDGET)
                .setPins(true)
                .addDevices(Device.newBuilder()
                        .setStorage(storage)
                        .setStorageType("DISK")
                        .setBytesPerSecond(1e8))
                .build();
        coordinator.register(request, new Answer<RegisterReply>(request.getSerializedSize()) {
            @Override
            void take(RegisterReply reply) {
                session = reply.getSession();
            }
        });
    }

    /** A second of the disk's time. */
    private void work(long blockMicros) {
        worked += TimeUnit.SECONDS.toMicros(1);
        var next = queue.values().iterator();
        while (next.hasNext() && worked >= blockMicros) {
            Migrate order = next.next();
            next.remove();
            worked -= blockMicros;
            heldBytes += order.getLength();
            ended.add(MigrationEnd.newBuilder()
                    .setMigration(order.getMigration())
                    .setBlock(order.getBlock())
                    .setStorage(storage)
                    .setDone(true)
                    .setBytes(order.getLength())
                    .setDurationMicros(blockMicros)
                    .build());
        }
        worked = queue.isEmpty() ? 0 : worked;
    }

    private void exchange() {
        ExchangeRequest.Builder builder = ExchangeRequest.newBuilder()
                .setNode(node)
                .setSession(session)
                .addAllEnded(ended)
                .addAllUnpinned(unpinned)
                .addRoom(Room.newBuilder().setStorage(storage).setMigrations(QUEUE))
                .setPinnedBytes(heldBytes)
                .setBudgetBytes(BUDGET)
                .setWatchSerial(watchSerial);
        queue.keySet()
                .forEach(migration -> builder.addRunning(Running.newBuilder().setMigration(migration)));
        ended = new ArrayList<>();
        unpinned = new ArrayList<>();
        ExchangeRequest request = builder.build();
        coordinator.exchange(request, new Answer<ExchangeReply>(request.getSerializedSize()) {
            @Override
            void take(ExchangeReply reply) {
                obey(reply);
            }
        });
    }

    private void obey(ExchangeReply reply) {
        if (reply.getRegister()) {
            throw new IllegalStateException(node + " is not known any more");
        }
        reply.getMigrateList().forEach(order -> queue.putIfAbsent(order.getMigration(), order));
        unpinned.addAll(reply.getUnpinList());
        reply.getCancelList().forEach(queue::remove);
        watchSerial = reply.getWatchSerial();
    }

    private abstract class Answer<T extends com.google.protobuf.MessageLite> implements StreamObserver<T> {
        private final int asked;
        private final long start = System.nanoTime();

        Answer(int asked) {
            this.asked = asked;
        }

        abstract void take(T reply);

        @Override
        public void onNext(T reply) {
            reports.answered(System.nanoTime() - start, asked + reply.getSerializedSize());
            synchronized (PlayedAgent.this) {
                take(reply);
                asking = false;
            }
        }

        @Override
        public void onError(Throwable why) {
            reports.failed(why);
        }

        @Override
        public void onCompleted() {
            // Said with the answer.
        }
    }
}
