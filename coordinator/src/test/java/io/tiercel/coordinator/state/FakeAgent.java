package io.tiercel.coordinator.state;

import io.tiercel.model.BlockId;
import io.tiercel.protocol.Device;
import io.tiercel.protocol.ExchangeReply;
import io.tiercel.protocol.ExchangeRequest;
import io.tiercel.protocol.Held;
import io.tiercel.protocol.Migrate;
import io.tiercel.protocol.MigrationEnd;
import io.tiercel.protocol.RegisterRequest;
import io.tiercel.protocol.Residence;
import io.tiercel.protocol.Room;
import io.tiercel.protocol.Running;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** An agent with one disk that migrates one block after the other and ignores repeated orders. */
final class FakeAgent {
    final String node;
    final Map<BlockId, Long> pinned = new LinkedHashMap<>();
    final Set<BlockId> watched = new LinkedHashSet<>();
    final List<Residence> cached = new ArrayList<>();
    private final CoordinatorState coordinator;
    private final long budget;
    private final boolean pins;
    private final Map<Long, Migrate> queue = new LinkedHashMap<>();
    private final List<MigrationEnd> ended = new ArrayList<>();
    private final List<BlockId> unpinned = new ArrayList<>();
    private long session;
    boolean hung;
    int readers;
    private long watchSerial;

    FakeAgent(CoordinatorState coordinator, String node, long budget, boolean pins) {
        this.coordinator = coordinator;
        this.node = node;
        this.budget = budget;
        this.pins = pins;
    }

    FakeAgent register() {
        queue.clear();
        watched.clear();
        RegisterRequest.Builder request = RegisterRequest.newBuilder()
                .setNode(node)
                .setHost(node + ".example")
                .setBudgetBytes(budget)
                .setPins(pins)
                .addDevices(Device.newBuilder()
                        .setStorage(node + "-disk")
                        .setStorageType("DISK")
                        .setBytesPerSecond(1e8));
        pinned.forEach((block, bytes) -> request.addHeld(Held.newBuilder()
                .setBlock(Translation.block(block))
                .setStorage(node + "-disk")
                .setBytes(bytes)));
        session = coordinator.register(request.build(), Optional.empty());
        return this;
    }

    /** The answer to a heartbeat. */
    record Orders(
            boolean register,
            List<Migrate> migrate,
            List<BlockId> unpin,
            List<Long> cancel,
            List<BlockId> watch,
            List<BlockId> unwatch,
            long watchSerial) {
        private static Orders of(ExchangeReply reply) {
            return new Orders(
                    reply.getRegister(),
                    reply.getMigrateList(),
                    Translation.blocks(reply.getUnpinList()),
                    reply.getCancelList(),
                    Translation.blocks(reply.getWatchList()),
                    Translation.blocks(reply.getUnwatchList()),
                    reply.getWatchSerial());
        }
    }

    /** Reports this many bytes of a block in the page cache. */
    static Residence inCache(BlockId block, long bytes, long length) {
        return Residence.newBuilder()
                .setBlock(Translation.block(block))
                .setResidentBytes(bytes)
                .setLength(length)
                .build();
    }

    /** Says what has happened, and takes orders. */
    Orders exchange() {
        Orders orders = lost();
        ended.clear();
        unpinned.clear();
        cached.clear();
        if (orders.register()) {
            return orders;
        }
        orders.migrate().forEach(order -> queue.putIfAbsent(order.getMigration(), order));
        for (BlockId block : orders.unpin()) {
            pinned.remove(block);
            unpinned.add(block);
        }
        for (long number : orders.cancel()) {
            Migrate order = queue.remove(number);
            MigrationEnd.Builder end =
                    MigrationEnd.newBuilder().setMigration(number).setFailure("called off");
            if (order != null) {
                end.setBlock(order.getBlock());
            }
            ended.add(end.build());
        }
        watched.addAll(orders.watch());
        orders.unwatch().forEach(watched::remove);
        watchSerial = orders.watchSerial();
        return orders;
    }

    /** An exchange whose answer does not arrive. */
    Orders lost() {
        ExchangeRequest.Builder request = ExchangeRequest.newBuilder()
                .setNode(node)
                .setSession(session)
                .addAllEnded(ended)
                .addRoom(Room.newBuilder()
                        .setStorage(node + "-disk")
                        .setMigrations(hung ? 0 : 10)
                        .setHung(hung))
                .addAllCached(cached)
                .setPinnedBytes(
                        pinned.values().stream().mapToLong(Long::longValue).sum())
                .setBudgetBytes(budget)
                .setWatchSerial(watchSerial)
                .setReaders(readers);
        queue.keySet().forEach(number -> request.addRunning(Running.newBuilder().setMigration(number)));
        unpinned.forEach(block -> request.addUnpinned(Translation.block(block)));
        return Orders.of(coordinator.exchange(request.build(), Optional.empty()));
    }

    private static MigrationEnd.Builder end(Migrate order) {
        return MigrationEnd.newBuilder().setMigration(order.getMigration()).setBlock(order.getBlock());
    }

    /** Brings in all that it has queued. */
    FakeAgent work(long nanosEach) {
        for (Migrate order : queue.values()) {
            pinned.put(Translation.block(order.getBlock()), order.getLength());
            ended.add(end(order)
                    .setDone(true)
                    .setBytes(order.getLength())
                    .setDurationMicros(nanosEach / 1_000)
                    .build());
        }
        queue.clear();
        return this;
    }

    /** Fails at all that it has queued. */
    void fail(String why) {
        queue.values().forEach(order -> ended.add(end(order).setFailure(why).build()));
        queue.clear();
    }

    int queued() {
        return queue.size();
    }
}
