package io.tiercel.agent.curve;

import io.tiercel.agent.BlockStore;
import io.tiercel.agent.ErrorLog;
import io.tiercel.agent.curve.ColdBlocks.ColdBlock;
import io.tiercel.agent.migrate.IdleIoPriority;
import io.tiercel.linux.BlockDevice;
import io.tiercel.linux.PageCacheAdvice;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Reads blocks that are not in memory, the way that the daemon serves its readers, and drops them from memory again. Each reader is a
 * thread of the idle I/O class. For one measurement of one device.
 */
final class ColdReads implements ConcurrentReads {
    /** Short, so that readers end soon once a migration comes. */
    private static final int BUFFER = 64 << 10;

    /** For so long the kernel is watched for work of others. */
    private static final long WATCHED_MILLIS = 1_000;

    /** Share of that time in which a disk may be busy. One reader that always waits for its disk keeps it busier. */
    private static final double BUSY = 0.3;

    /** How long a reader may take to end: its device may never answer. */
    private static final long END_NANOS = ReadMeter.MOST_NANOS + TimeUnit.SECONDS.toNanos(3);

    private final BlockStore store;
    private final ColdBlocks blocks;
    private final IdleIoPriority priority;
    private final ErrorLog errors;
    private final LongSupplier nanos;
    private final String name;
    private final List<Thread> readers = new ArrayList<>();

    ColdReads(BlockStore store, String storage, IdleIoPriority priority, ErrorLog errors, LongSupplier nanos) {
        this.store = store;
        this.blocks = new ColdBlocks(store, storage);
        this.priority = priority;
        this.errors = errors;
        this.nanos = nanos;
        this.name = "tiercel-curve-" + storage;
    }

    @Override
    public boolean isStuck() {
        return readers.stream().anyMatch(Thread::isAlive);
    }

    @Override
    public boolean isInUse() throws IOException, InterruptedException {
        List<ColdBlock> some = blocks.take(1);
        blocks.giveBack(some);
        Optional<BlockDevice> disk = some.isEmpty()
                ? Optional.empty()
                : BlockDevice.of(some.get(0).stored().file());
        if (disk.isEmpty()) {
            return false;
        }
        long before = disk.get().busyMillis();
        Thread.sleep(WATCHED_MILLIS);
        return disk.get().busyMillis() - before > BUSY * WATCHED_MILLIS;
    }

    @Override
    public OptionalDouble bytesPerSecond(int count, BooleanSupplier isAllowed)
            throws IOException, InterruptedException {
        if (isStuck()) {
            return OptionalDouble.empty();
        }
        List<ColdBlock> taken = blocks.take(count);
        Queue<ColdBlock> left = new ConcurrentLinkedQueue<>(taken);
        if (taken.size() < count) {
            blocks.giveBack(taken);
            return OptionalDouble.empty();
        }
        readers.clear();
        ReadMeter meter = new ReadMeter(count, nanos);
        for (int i = 0; i < count; i++) {
            Thread reader = new Thread(() -> read(left, meter, isAllowed), name);
            reader.setDaemon(true);
            readers.add(reader);
        }
        try {
            readers.forEach(Thread::start);
            long until = nanos.getAsLong() + END_NANOS;
            for (Thread reader : readers) {
                reader.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(until - nanos.getAsLong())));
            }
        } finally {
            meter.stop();
        }
        blocks.giveBack(left);
        return isStuck() || !isAllowed.getAsBoolean() ? OptionalDouble.empty() : meter.bytesPerSecond();
    }

    private void read(Queue<ColdBlock> left, ReadMeter meter, BooleanSupplier isAllowed) {
        try {
            priority.apply();
            byte[] buffer = new byte[BUFFER];
            boolean goesOn = true;
            for (ColdBlock next = left.poll(); next != null && goesOn; next = goesOn ? left.poll() : null) {
                goesOn = read(next, buffer, meter, isAllowed);
            }
        } catch (Throwable e) {
            errors.caught("to measure a device", e);
        } finally {
            meter.stop();
        }
    }

    /** Returns whether the reader shall go on. */
    private boolean read(ColdBlock block, byte[] buffer, ReadMeter meter, BooleanSupplier isAllowed)
            throws IOException {
        try (InputStream in = store.open(block.id())) {
            try {
                return readAll(in, buffer, meter, isAllowed);
            } finally {
                PageCacheAdvice.drop(block.stored().file());
            }
        } catch (NoSuchFileException e) {
            return true; // Deleted meanwhile.
        }
    }

    private static boolean readAll(InputStream in, byte[] buffer, ReadMeter meter, BooleanSupplier isAllowed)
            throws IOException {
        while (isAllowed.getAsBoolean()) {
            int count = in.read(buffer);
            if (count < 0) {
                return true;
            }
            if (!meter.add(count)) {
                return false;
            }
        }
        return false;
    }
}
