package io.tiercel.testkit.device;

import io.tiercel.linux.BlockDevice;
import io.tiercel.linux.IoPriority;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * One storage medium of a node: its bandwidth, and what it has served so far from itself and from memory. It may be a real device, whose
 * bandwidth and counts are the kernel's.
 */
public final class EmulatedDevice {
    /** Sleeping for less costs more than it is exact; the debt stays in the bucket. */
    static final long SHORTEST_WAIT_NANOS = 2_000_000;

    /** Bytes that a reader of the idle class gets at once; a more urgent reader waits that long at most. */
    private static final long IDLE_PIECE = 32 << 10;

    @FunctionalInterface
    interface Wait {
        void nanos(long duration) throws InterruptedException;
    }

    private final String name;
    private final String storageType;
    private final LongSupplier clock;
    private final Wait wait;
    private final BooleanSupplier idleClass;
    private final LongAdder opens = new LongAdder();
    private final LongAdder fromDevice = new LongAdder();
    private final LongAdder fromMemory = new LongAdder();
    private final Optional<KernelReads> kernel;
    private volatile TokenBucket bandwidth;

    /** Bytes read from the disk before anybody asked this device. */
    private record KernelReads(BlockDevice disk, long before) {
        long bytes() {
            try {
                return disk.readBytes() - before;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /**
     * @param name what tells the device from others of its node, such as its directory
     * @param storageType as HDFS names it: SSD, DISK, …
     */
    public EmulatedDevice(String name, String storageType, TokenBucket bandwidth) {
        this(name, storageType, bandwidth, System::nanoTime, TimeUnit.NANOSECONDS::sleep, IoPriority::isThisThreadIdle);
    }

    /** A real device: reads wait for nothing but the kernel, which also tells what came from the disk. */
    public static EmulatedDevice ofKernel(String name, String storageType, BlockDevice disk) throws IOException {
        return new EmulatedDevice(
                name,
                storageType,
                new TokenBucket(0),
                System::nanoTime,
                TimeUnit.NANOSECONDS::sleep,
                () -> false,
                Optional.of(new KernelReads(disk, disk.readBytes())));
    }

    /** @param idleClass whether the calling thread's reads are of the idle class */
    EmulatedDevice(
            String name,
            String storageType,
            TokenBucket bandwidth,
            LongSupplier clock,
            Wait wait,
            BooleanSupplier idleClass) {
        this(name, storageType, bandwidth, clock, wait, idleClass, Optional.empty());
    }

    private EmulatedDevice(
            String name,
            String storageType,
            TokenBucket bandwidth,
            LongSupplier clock,
            Wait wait,
            BooleanSupplier idleClass,
            Optional<KernelReads> kernel) {
        this.name = name;
        this.storageType = storageType;
        this.bandwidth = bandwidth;
        this.clock = clock;
        this.wait = wait;
        this.idleClass = idleClass;
        this.kernel = kernel;
    }

    public String name() {
        return name;
    }

    public String storageType() {
        return storageType;
    }

    public void bandwidth(TokenBucket changed) {
        bandwidth = changed;
    }

    public void opened() {
        opens.increment();
    }

    /**
     * Accounts for a read and waits until the device has delivered it. As on a real one, a thread of the idle I/O class is served when
     * nobody else wants the device.
     *
     * @param missing bytes that were not in memory
     * @param resident bytes that were
     */
    public void deliver(long missing, long resident) throws IOException {
        fromDevice.add(missing);
        fromMemory.add(resident);
        if (missing == 0) {
            return;
        }
        if (idleClass.getAsBoolean()) {
            deliverWhenIdle(missing);
        } else {
            settle(bandwidth.reserve(missing, clock.getAsLong()));
        }
    }

    private void deliverWhenIdle(long missing) throws IOException {
        for (long left = missing; left > 0; left -= IDLE_PIECE) {
            for (long wanted = wanted(); wanted > 0; wanted = wanted()) {
                pause(wanted);
            }
            settle(bandwidth.reserveIdle(Math.min(left, IDLE_PIECE), clock.getAsLong()));
        }
    }

    private long wanted() {
        return bandwidth.wanted(clock.getAsLong());
    }

    private void settle(long owed) throws IOException {
        if (owed >= SHORTEST_WAIT_NANOS) {
            pause(owed);
        }
    }

    /** The device's state as one line of words separated by tabs: name, storage type, opens, bytes from device, bytes from memory. */
    public String counters() {
        long served = fromDevice.sum() + fromMemory.sum();
        long device = kernel.map(KernelReads::bytes).orElse(fromDevice.sum());
        return String.join(
                "\t",
                name,
                storageType,
                Long.toString(opens.sum()),
                Long.toString(device),
                Long.toString(served - device));
    }

    private void pause(long nanos) throws InterruptedIOException {
        try {
            wait.nanos(nanos);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while " + name + " was reading");
        }
    }
}
