package io.tiercel.agent.migrate;

import io.tiercel.agent.BlockStore;
import io.tiercel.agent.StorageDevice;
import io.tiercel.protocol.Device;
import io.tiercel.protocol.Migrate;
import io.tiercel.protocol.MigrationEnd;
import io.tiercel.protocol.Room;
import io.tiercel.protocol.Running;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/** The devices of the node, each with its queue. For one thread, save that migrations end on others. */
public final class Devices implements AutoCloseable {
    /** From asking for work to having it: a pause, two ways over the network, and some patience with a busy coordinator. */
    static final long TURNAROUND = TimeUnit.MILLISECONDS.toNanos(200);

    /** More would be bound too early, however fast the device seems. */
    private static final int MOST_WAITING = 64;

    private final BlockStore store;
    private final Function<StorageDevice, DeviceQueue> queues;
    private final Consumer<MigrationEnd> ends;
    private final Map<String, DeviceQueue> byStorage = new LinkedHashMap<>();

    public Devices(BlockStore store, Function<StorageDevice, DeviceQueue> queues, Consumer<MigrationEnd> ends) {
        this.store = store;
        this.queues = queues;
        this.ends = ends;
    }

    /** Asks the daemon which devices it has now. */
    public void refresh() throws IOException {
        Map<String, StorageDevice> now = new LinkedHashMap<>();
        store.devices().forEach(device -> now.put(device.storage(), device));
        byStorage.entrySet().removeIf(entry -> {
            boolean gone = !now.containsKey(entry.getKey());
            if (gone) {
                entry.getValue().close();
            }
            return gone;
        });
        now.forEach((storage, device) -> byStorage.computeIfAbsent(storage, unused -> {
            DeviceQueue queue = queues.apply(device);
            queue.start();
            return queue;
        }));
    }

    /** Queues an order, unless it is queued already. */
    public void migrate(Migrate order) {
        if (knows(order.getMigration())) {
            return;
        }
        Migration migration = new Migration(order);
        DeviceQueue queue = byStorage.get(order.getStorage());
        if (queue == null) {
            ends.accept(Migrator.end(migration)
                    .setFailure("this node has no storage '" + order.getStorage() + "'")
                    .build());
        } else {
            queue.add(migration);
        }
    }

    public void callOff(Predicate<Migration> meant) {
        byStorage.values().forEach(queue -> queue.callOff(meant));
    }

    /** Calls a migration off; one that is not here, and has not ended just now, is reported as called off nevertheless. */
    public void callOff(long migration, Predicate<Long> justEnded) {
        if (knows(migration)) {
            callOff(each -> each.id() == migration);
        } else if (!justEnded.test(migration)) {
            ends.accept(MigrationEnd.newBuilder()
                    .setMigration(migration)
                    .setFailure(Migrator.CALLED_OFF)
                    .build());
        }
    }

    private boolean knows(long migration) {
        return unfinished().stream().anyMatch(each -> each.getMigration() == migration);
    }

    /** Calls everything off and reports nothing of it. */
    public void forget() {
        byStorage.values().forEach(DeviceQueue::forget);
    }

    public List<Device> describe() {
        return byStorage.values().stream().map(Devices::describe).toList();
    }

    private static Device describe(DeviceQueue queue) {
        Device.Builder device = Device.newBuilder()
                .setStorage(queue.device().storage())
                .setStorageType(queue.device().storageType());
        queue.speed().fullBytesPerSecond().ifPresent(device::setBytesPerSecond);
        return device.build();
    }

    public List<Running> unfinished() {
        List<Running> all = new ArrayList<>();
        byStorage.values().forEach(queue -> all.addAll(queue.unfinished()));
        return all;
    }

    public List<Room> room() {
        return byStorage.values().stream().map(Devices::room).toList();
    }

    /**
     * As many beside the running one as the device gets through until an order asked for now has come (DYRS, section III-A1; decision
     * 0805): of blocks that take longer than that, one, and only when the running one is about to end.
     */
    private static Room room(DeviceQueue queue) {
        Room.Builder room = Room.newBuilder().setStorage(queue.device().storage());
        int beside = queue.nearlyDone() ? 1 : 0;
        queue.speed().fullBytesPerSecond().ifPresent(room::setBytesPerSecond);
        OptionalDouble speed = queue.speed().bytesPerSecond();
        if (speed.isPresent()) {
            double blockNanos = queue.speed().typicalBytes() / speed.getAsDouble() * 1e9;
            if (blockNanos < TURNAROUND) {
                beside = (int) Math.min(MOST_WAITING, Math.ceil(TURNAROUND / blockNanos));
            }
        }
        int free = beside + (queue.idle() ? 1 : 0) - queue.waiting();
        return room.setMigrations(Math.max(0, free)).build();
    }

    @Override
    public void close() {
        byStorage.values().forEach(DeviceQueue::close);
        byStorage.clear();
    }
}
