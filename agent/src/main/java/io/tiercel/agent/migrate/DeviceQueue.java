package io.tiercel.agent.migrate;

import io.tiercel.agent.StorageDevice;
import io.tiercel.protocol.MigrationEnd;
import io.tiercel.protocol.Running;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The migrations of one device, one at a time, in the order in which they came. Its thread ends with the process, whatever it
 * is doing.
 */
public final class DeviceQueue implements AutoCloseable {
    private final StorageDevice device;
    private final DeviceSpeed speed;
    private final Function<Migration, MigrationEnd> migrator;
    private final Consumer<MigrationEnd> ends;
    private final Runnable nearlyDone;
    private final LongSupplier nanos;
    private final Deque<Migration> waiting = new ArrayDeque<>();
    private final Thread thread;
    private @Nullable Migration running;
    private long runningSince;
    private boolean closed;

    /**
     * @param ends told of every migration that ends, on the device's thread or on that of who called it off
     * @param nearlyDone told when it is time to ask for the next one
     */
    public DeviceQueue(
            StorageDevice device,
            DeviceSpeed speed,
            Function<Migration, MigrationEnd> migrator,
            Consumer<MigrationEnd> ends,
            Runnable nearlyDone,
            LongSupplier nanos) {
        this.device = device;
        this.speed = speed;
        this.migrator = migrator;
        this.ends = ends;
        this.nearlyDone = nearlyDone;
        this.nanos = nanos;
        this.thread = new Thread(this::work, "tiercel-device-" + device.storage());
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    StorageDevice device() {
        return device;
    }

    DeviceSpeed speed() {
        return speed;
    }

    synchronized void add(Migration migration) {
        waiting.add(migration);
        notifyAll();
    }

    /** Calls off what is meant: what waits ends now, what runs ends at its next piece. */
    void callOff(Predicate<Migration> meant) {
        List<Migration> off = new ArrayList<>();
        synchronized (this) {
            waiting.stream().filter(meant).forEach(off::add);
            waiting.removeAll(off);
            if (running != null && meant.test(running)) {
                running.callOff();
            }
        }
        off.forEach(migration -> ends.accept(
                Migrator.end(migration).setFailure(Migrator.CALLED_OFF).build()));
    }

    /** Calls everything off and reports nothing of it any more. */
    synchronized void forget() {
        waiting.clear();
        if (running != null) {
            running.forget();
        }
    }

    /** What is not finished, the one that runs first. */
    synchronized List<Running> unfinished() {
        List<Running> all = new ArrayList<>();
        if (running != null && running.known()) {
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

    /** How many wait. */
    synchronized int waiting() {
        return waiting.size();
    }

    synchronized boolean idle() {
        return running == null;
    }

    /** Whether the one that runs will have ended by the time that the next has been asked for. */
    synchronized boolean nearlyDone() {
        return running != null && running.nearlyDone();
    }

    private void work() {
        for (Migration next = take(); next != null; next = take()) {
            MigrationEnd end = migrator.apply(next);
            synchronized (this) {
                running = null;
            }
            if (next.known()) {
                ends.accept(end);
            }
        }
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

    /** Calls everything off and waits a moment for what runs; a device that does not answer keeps nobody. */
    @Override
    public void close() {
        forget();
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        thread.interrupt();
        try {
            thread.join(1_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
