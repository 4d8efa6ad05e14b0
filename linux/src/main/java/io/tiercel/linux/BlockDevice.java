package io.tiercel.linux;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The disk behind a file, as the kernel counts its work ({@code /sys/dev/block}). */
public final class BlockDevice {
    private static final Path DEVICES = Path.of("/sys/dev/block");

    /** Of {@code stat}: units of 512 bytes that were read. */
    private static final int SECTORS_READ = 2;

    private static final long SECTOR = 512;

    /** Of {@code stat}: milliseconds in which at least one request was under way (Documentation/block/stat.rst). */
    private static final int BUSY = 9;

    private final Path stat;

    private BlockDevice(Path stat) {
        this.stat = stat;
    }

    /** The disk, not the partition; empty where the kernel names none, as for tmpfs, overlays and network file systems. */
    public static Optional<BlockDevice> of(Path file) throws IOException {
        return of(DEVICES, (long) Files.getAttribute(file, "unix:dev"));
    }

    static Optional<BlockDevice> of(Path devices, long number) throws IOException {
        // As glibc's gnu_dev_major and gnu_dev_minor.
        long major = number >>> 8 & 0xfff | number >>> 32 & ~0xfffL;
        long minor = number & 0xff | number >>> 12 & ~0xffL;
        Path device = devices.resolve(major + ":" + minor);
        if (!Files.exists(device.resolve("stat"))) {
            return Optional.empty();
        }
        Path real = device.toRealPath();
        return Optional.of(new BlockDevice(
                Files.exists(real.resolve("partition")) ? real.resolveSibling("stat") : real.resolve("stat")));
    }

    /** Milliseconds since the start of the system in which the disk was busy. */
    public long busyMillis() throws IOException {
        return count(BUSY);
    }

    /** Bytes that were read from the disk since the start of the system. */
    public long readBytes() throws IOException {
        return SECTOR * count(SECTORS_READ);
    }

    private long count(int field) throws IOException {
        String[] fields = Files.readString(stat).strip().split("\\s+");
        if (fields.length <= BUSY) {
            throw new IOException(stat + ": expected more than " + BUSY + " fields, got " + fields.length);
        }
        return Long.parseLong(fields[field]);
    }
}
