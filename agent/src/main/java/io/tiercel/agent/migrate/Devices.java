package io.tiercel.agent.migrate;

import io.tiercel.agent.BlockStore;
import io.tiercel.agent.BlockStore.StorageDevice;
import io.tiercel.agent.ErrorLog;
import io.tiercel.model.ReadCurve;
import io.tiercel.protocol.BlockId;
import io.tiercel.protocol.Device;
import io.tiercel.protocol.Migrate;
import io.tiercel.protocol.MigrationEnd;
import io.tiercel.protocol.Room;
import io.tiercel.protocol.Running;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongPredicate;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The devices of the node, each with its queue. For one thread, except where a method says otherwise; migrations end on others. */
public final class Devices implements AutoCloseable {
    /** Nanoseconds from asking for work to having it: a pause, two ways over the network, and a busy coordinator's delay. */
    static final long TURNAROUND = TimeUnit.MILLISECONDS.toNanos(200);

    /** Most migrations that wait at a device, however fast it seems: more would be bound too early. */
    private static final int MOST_WAITING = 64;

    private final BlockStore store;
    private final Function<StorageDevice, DeviceQueue> queues;
    private final Consumer<MigrationEnd> ends;
    private final long deadline;
    private final Map<String, DeviceQueue> byStorage = new LinkedHashMap<>();
    private volatile List<DeviceQueue> all = List.of();

    private Devices(
            BlockStore store,
            Function<StorageDevice, DeviceQueue> queues,
            Consumer<MigrationEnd> ends,
            Duration deadline) {
        this.store = store;
        this.queues = queues;
        this.ends = ends;
        this.deadline = deadline.toNanos();
    }

    /**
     * Devices whose blocks go to {@code pins}.
     *
     * @param ends receives every migration that ends, on any thread
     * @param nearlyDone runs when it is time to ask for more work
     */
    public static Devices of(
            BlockStore store,
            PinnedBlocks pins,
            LockPermission permission,
            ReadSettings reads,
            Consumer<MigrationEnd> ends,
            Runnable nearlyDone,
            ErrorLog errors,
            LongSupplier nanos) {
        IdleIoPriority idle = new IdleIoPriority(reads.priority());
        Function<StorageDevice, DeviceQueue> queues = device -> {
            DeviceSpeed speed = new DeviceSpeed();
            Migrator migrator = new Migrator(store, pins, permission, speed, nanos);
            Function<Migration, MigrationEnd> run = migration -> {
                idle.apply();
                return migrator.run(migration);
            };
            return new DeviceQueue(device, speed, run, ends, nearlyDone, errors, nanos);
        };
        return new Devices(store, queues, ends, reads.deadline());
    }

    /** Asks the daemon for its devices now; closes those that are gone and starts new ones. */
    public void refresh() throws IOException {
        Map<String, StorageDevice> now = new LinkedHashMap<>();
        store.devices().forEach(device -> now.put(device.storage(), device));
        List<String> gone = byStorage.keySet().stream()
                .filter(storage -> !now.containsKey(storage))
                .toList();
        gone.forEach(storage -> byStorage.remove(storage).end());
        now.forEach((storage, device) -> byStorage.computeIfAbsent(storage, unused -> {
            DeviceQueue queue = queues.apply(device);
            queue.start();
            return queue;
        }));
        all = List.copyOf(byStorage.values());
    }

    /** Whether the daemon's devices are those of the last {@link #refresh}. */
    public boolean isCurrent() throws IOException {
        return Set.copyOf(store.devices())
                .equals(all.stream().map(queue -> queue.device).collect(Collectors.toSet()));
    }

    /** Fails all migrations of a device that the daemon has given up. For any thread. */
    void remove(String storage) {
        all.stream()
                .filter(queue -> queue.storage().equals(storage))
                .forEach(queue -> queue.callOff(migration -> true, "its device was removed"));
    }

    /** Fails the migrations of devices that have delivered nothing for too long. */
    public void failHung() {
        byStorage.values().forEach(queue -> queue.failIfHung(deadline));
    }

    /** The devices as of the last {@link #refresh}. For any thread. */
    public List<? extends IdleDevice> all() {
        return all;
    }

    /** Migrations that wait for their device. For any thread. */
    public int waiting() {
        return all.stream().mapToInt(DeviceQueue::waiting).sum();
    }

    /** Migrations that run. For any thread. */
    public long running() {
        return all.stream().filter(queue -> !queue.isIdle()).count();
    }

    /** Devices that do not answer. For any thread. */
    public long hung() {
        return all.stream().filter(DeviceQueue::isHung).count();
    }

    /** Queues an order, unless it is queued already. */
    public void migrate(Migrate order) {
        if (isUnfinished(order.getMigration())) {
            return;
        }
        Migration migration = new Migration(order);
        DeviceQueue queue = byStorage.get(order.getStorage());
        if (queue == null) {
            ends.accept(Migrator.failed(migration, "this node has no storage '" + order.getStorage() + "'"));
        } else {
            queue.add(migration);
        }
    }

    public void callOff(BlockId block) {
        callOff(migration -> migration.block().equals(block));
    }

    /** Calls a migration off. Reports an unknown one as called off too, unless it has just ended. */
    public void callOff(long migration, LongPredicate justEnded) {
        if (isUnfinished(migration)) {
            callOff(each -> each.id() == migration);
        } else if (!justEnded.test(migration)) {
            ends.accept(MigrationEnd.newBuilder()
                    .setMigration(migration)
                    .setFailure(Migrator.CALLED_OFF)
                    .build());
        }
    }

    private void callOff(Predicate<Migration> which) {
        byStorage.values().forEach(queue -> queue.callOff(which, Migrator.CALLED_OFF));
    }

    private boolean isUnfinished(long migration) {
        return unfinished().stream().anyMatch(each -> each.getMigration() == migration);
    }

    /** Calls everything off, without reports. */
    public void forget() {
        byStorage.values().forEach(DeviceQueue::forget);
    }

    public List<Device> describe() {
        return byStorage.values().stream().map(Devices::describe).toList();
    }

    private static Device describe(DeviceQueue queue) {
        Device.Builder device =
                Device.newBuilder().setStorage(queue.device.storage()).setStorageType(queue.device.storageType());
        queue.speed.fullBytesPerSecond().ifPresent(device::setBytesPerSecond);
        queue.curve().map(Devices::curve).ifPresent(device::setCurve);
        return device.build();
    }

    private static io.tiercel.protocol.ReadCurve curve(ReadCurve curve) {
        return io.tiercel.protocol.ReadCurve.newBuilder()
                .setOne(curve.one())
                .setMost(curve.most())
                .setLoss(curve.loss())
                .build();
    }

    public List<Running> unfinished() {
        return byStorage.values().stream()
                .flatMap(queue -> queue.unfinished().stream())
                .toList();
    }

    /** Readers and writers that the daemon serves now. */
    public int readers() {
        return store.readers();
    }

    public List<Room> room() {
        return byStorage.values().stream().map(Devices::room).toList();
    }

    /**
     * Room for as many waiting migrations as the device finishes within a turnaround (DYRS, section III-A1; decision 0801). A
     * device that takes longer for one block gets one, and only when its running migration is about to end.
     */
    private static Room room(DeviceQueue queue) {
        Room.Builder room = Room.newBuilder().setStorage(queue.device.storage());
        int beside = queue.isNearlyDone() ? 1 : 0;
        queue.speed.fullBytesPerSecond().ifPresent(room::setBytesPerSecond);
        queue.curve().map(Devices::curve).ifPresent(room::setCurve);
        OptionalDouble speed = queue.speed.bytesPerSecond();
        if (speed.isPresent()) {
            double blockNanos = queue.speed.typicalBytes() / speed.getAsDouble() * 1e9;
            if (blockNanos < TURNAROUND) {
                beside = (int) Math.min(MOST_WAITING, Math.ceil(TURNAROUND / blockNanos));
            }
        }
        int free = beside + (queue.isIdle() ? 1 : 0) - queue.waiting();
        return queue.isHung()
                ? room.setHung(true).build()
                : room.setMigrations(Math.max(0, free)).build();
    }

    @Override
    public void close() {
        byStorage.values().forEach(DeviceQueue::end);
        long each = Math.max(1, DeviceQueue.MOST_WAIT_MILLIS / Math.max(1, byStorage.size()));
        byStorage.values().forEach(queue -> queue.await(each));
        byStorage.clear();
        all = List.of();
    }
}
