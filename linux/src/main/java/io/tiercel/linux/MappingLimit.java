package io.tiercel.linux;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * How many memory mappings a process may have. At the limit mmap fails for the whole process, its garbage collector and its threads
 * included.
 *
 * @param most {@code vm.max_map_count}
 * @param used mappings that this process has now
 */
public record MappingLimit(long most, long used) {
    /** The kernel's default. */
    private static final long USUAL = 65_530;

    /** Reads the limit of this process. An unreadable limit counts as the kernel's default. */
    public static MappingLimit read() {
        return read(Path.of("/proc"));
    }

    static MappingLimit read(Path proc) {
        return new MappingLimit(most(proc.resolve("sys/vm/max_map_count")), used(proc.resolve("self/maps")));
    }

    private static long most(Path file) {
        try {
            // In one read: the kernel gives such a file to the first read alone, and readString begins with a single
            // byte.
            return Long.parseLong(Files.readAllLines(file).get(0).strip());
        } catch (IOException | NumberFormatException | IndexOutOfBoundsException e) {
            return USUAL;
        }
    }

    private static long used(Path file) {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.count();
        } catch (IOException e) {
            return 0;
        }
    }

    public long free() {
        return Math.max(0, most - used);
    }
}
