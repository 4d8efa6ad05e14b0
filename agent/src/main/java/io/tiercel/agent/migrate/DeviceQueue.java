package io.tiercel.agent.migrate;

import io.tiercel.agent.BlockStore.StorageDevice;
import io.tiercel.agent.ErrorLog;
import io.tiercel.model.ReadCurve;
import io.tiercel.protocol.MigrationEnd;
import io.tiercel.protocol.Running;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out the migrations of one device, one at a time, in the order in which they came, on a daemon thread of its own. No
 * failure of a migration ends that thread.
 */
final class DeviceQueue implements IdleDevice, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DeviceQueue.class);
    /** A device may never answer. */
    static final long MOST_WAIT_MILLIS = 1_000;

    private static final String HUNG = MigrationFailure.DISK_HUNG.reason();

    final StorageDevice device;
    final DeviceSpeed speed;
    private final Function<Migration, MigrationEnd> migrator;
    private final Consumer<MigrationEnd> ends;
    private final Runnable nearlyDone;
    private final ErrorLog errors;
    private final LongSupplier nanos;
    private final Deque<Migration> waiting = new ArrayDeque<>();
    private final Thread thread;
    private @Nullable Migration running;
    private long runningSince;
    private long idleSince;
    private volatile @Nullable ReadCurve curve;
    private boolean closed;

    /** The migration that ran at the last look, its bytes then, and since when it has had no more. */
    private @Nullable Migration looked;

    private long lookedBytes;
    private long stillSince;
    private boolean hung;

    /**
     * @param ends receives every migration that ends, on the device's thread or on the thread that called it off
     * @param nearlyDone runs when it is time to ask for the next migration
     */
    DeviceQueue(
            StorageDevice device,
            DeviceSpeed speed,
            Function<Migration, MigrationEnd> migrator,
            Consumer<MigrationEnd> ends,
            Runnable nearlyDone,
            ErrorLog errors,
            LongSupplier nanos) {
        this.device = device;
        this.speed = speed;
        this.migrator = migrator;
        this.ends = ends;
        this.nearlyDone = nearlyDone;
        this.errors = errors;
        this.nanos = nanos;
        this.idleSince = nanos.getAsLong();
        this.thread = new Thread(this::work, "tiercel-device-" + device.storage());
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Queues a migration; it fails at once while the device hangs. */
    void add(Migration migration) {
        synchronized (this) {
            if (!hung) {
                waiting.add(migration);
                notifyAll();
                return;
            }
        }
        ends.accept(Migrator.failed(migration, HUNG));
    }

    /** Calls off what matches: waiting migrations end now, the running one at its next piece. {@code why} is one clause. */
    void callOff(Predicate<Migration> which, String why) {
        List<Migration> off = new ArrayList<>();
        synchronized (this) {
            waiting.stream().filter(which).forEach(off::add);
            waiting.removeAll(off);
            if (running != null && which.test(running)) {
                running.callOff(why);
            }
        }
        off.forEach(migration -> ends.accept(Migrator.failed(migration, why)));
    }

    /**
     * Fails all migrations if the running one has had no bytes for {@code deadline} nanoseconds. The device takes no more until its read
     * has returned. Nobody can interrupt that read.
     */
    void failIfHung(long deadline) {
        List<MigrationEnd> failed = new ArrayList<>();
        synchronized (this) {
            long now = nanos.getAsLong();
            Migration current = running;
            if (current == null || hung) {
                return;
            }
            if (current != looked || current.doneBytes() != lookedBytes) {
                looked = current;
                lookedBytes = current.doneBytes();
                stillSince = now;
            }
            if (now - stillSince < deadline) {
                return;
            }
            hung = true;
            if (current.isToReport(false)) {
                failed.add(Migrator.failed(current, HUNG).toBuilder()
                        .setDurationMicros((now - runningSince) / 1_000)
                        .build());
            }
            current.failed();
            waiting.forEach(migration -> failed.add(Migrator.failed(migration, HUNG)));
            waiting.clear();
        }
        LOG.warn(
                "The disk of storage {} has delivered nothing for {} s; Tiercel brings in nothing from there until it does",
                device.storage(),
                TimeUnit.NANOSECONDS.toSeconds(deadline));
        failed.forEach(ends);
    }

    synchronized boolean isHung() {
        return hung;
    }

    /** Calls everything off, without reports. */
    synchronized void forget() {
        waiting.clear();
        if (running != null) {
            running.forget();
        }
    }

    synchronized List<Running> unfinished() {
        List<Running> all = new ArrayList<>();
        if (running != null && running.isToReport(false)) {
            all.add(state(running)
                    .setElapsedMicros((nanos.getAsLong() - runningSince) / 1_000)
                    .build());
        }
        waiting.forEach(migration -> all.add(state(migration).build()));
        return all;
    }

    private static Running.Builder state(Migration migration) {
        return Running.newBuilder().setMigration(migration.id());
    }

    synchronized int waiting() {
        return waiting.size();
    }

    synchronized boolean isIdle() {
        return running == null;
    }

    @Override
    public String storage() {
        return device.storage();
    }

    @Override
    public synchronized boolean isIdleFor(long duration) {
        return running == null && waiting.isEmpty() && !closed && nanos.getAsLong() - idleSince >= duration;
    }

    @Override
    public OptionalDouble fullBytesPerSecond() {
        return speed.fullBytesPerSecond();
    }

    @Override
    public void measured(ReadCurve measured) {
        curve = measured;
    }

    Optional<ReadCurve> curve() {
        return Optional.ofNullable(curve);
    }

    /** Whether the running migration will end before an order asked for now could arrive. */
    synchronized boolean isNearlyDone() {
        return running != null && running.isNearlyDone();
    }

    private void work() {
        for (Migration next = take(); next != null; next = take()) {
            try {
                MigrationEnd end = carryOut(next);
                endRunning();
                if (next.isToReport(end.getDone())) {
                    ends.accept(end);
                }
            } catch (Throwable e) {
                endRunning();
                errors.caught("to report a migration", e);
            }
        }
    }

    private MigrationEnd carryOut(Migration migration) {
        try {
            return migrator.apply(migration);
        } catch (Throwable e) {
            errors.caught("to migrate a block", e);
            return Migrator.failed(migration, e.toString());
        }
    }

    private synchronized void endRunning() {
        running = null;
        looked = null;
        hung = false;
        idleSince = nanos.getAsLong();
    }

    private synchronized @Nullable Migration take() {
        try {
            while (waiting.isEmpty() && !closed) {
                wait();
            }
        } catch (InterruptedException e) {
            closed = true;
        }
        if (closed) {
            return null;
        }
        running = waiting.remove();
        running.whenNearlyDone(nearlyDone);
        runningSince = nanos.getAsLong();
        return running;
    }

    /** Calls everything off. Does not wait for the running migration. */
    synchronized void end() {
        forget();
        closed = true;
        notifyAll();
        thread.interrupt();
    }

    /** Waits for the running migration for at most so long after {@link #end}; not at all if its device hangs. */
    void await(long millis) {
        if (!isHung()) {
            try {
                thread.join(millis);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public void close() {
        end();
        await(MOST_WAIT_MILLIS);
    }
}
