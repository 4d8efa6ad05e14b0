package io.tiercel.linux;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How much memory the files of this process may take now without others losing theirs: what the machine has available, and what each
 * control group that the process is in leaves beside memory that is not of files. Versions 1 and 2 of control groups.
 *
 * @param bytes the least of them; {@link Long#MAX_VALUE} if nothing can be read
 * @param bound what has the least, as a person would look for it
 */
public record MemoryRoom(long bytes, String bound) {
    private static final MemoryRoom UNKNOWN = new MemoryRoom(Long.MAX_VALUE, "nothing");

    /** Version 1 writes "no limit" as a number near the largest. */
    private static final long NO_LIMIT = 1L << 60;

    public static MemoryRoom read() {
        return read(Path.of("/proc"), Path.of("/sys/fs/cgroup"));
    }

    static MemoryRoom read(Path proc, Path groups) {
        List<MemoryRoom> rooms = new ArrayList<>();
        value(lines(proc.resolve("meminfo")), "MemAvailable:")
                .ifPresent(kilobytes -> rooms.add(new MemoryRoom(kilobytes << 10, "MemAvailable in /proc/meminfo")));
        for (String line : lines(proc.resolve("self/cgroup"))) {
            String[] part = line.split(":", 3);
            if (part.length == 3 && part[0].equals("0")) {
                ofGroups(groups, part[2], "memory.max", "memory.current", "").forEach(rooms::add);
            } else if (part.length == 3 && List.of(part[1].split(",")).contains("memory")) {
                ofGroups(groups.resolve("memory"), part[2], "memory.limit_in_bytes", "memory.usage_in_bytes", "total_")
                        .forEach(rooms::add);
            }
        }
        return rooms.stream().min(Comparator.comparingLong(MemoryRoom::bytes)).orElse(UNKNOWN);
    }

    /** One room for the group and one for each of its parents. A container may not see the group: then its own root remains. */
    private static Stream<MemoryRoom> ofGroups(Path root, String path, String limit, String usage, String prefix) {
        Path group = root.resolve(path.substring(path.startsWith("/") ? 1 : 0)).normalize();
        return Stream.iterate(group, each -> each.startsWith(root), Path::getParent)
                .flatMap(each -> of(each, limit, usage, prefix).stream());
    }

    private static Optional<MemoryRoom> of(Path group, String limitFile, String usageFile, String prefix) {
        Path file = group.resolve(limitFile);
        Optional<Long> limit = number(file).filter(bytes -> bytes < NO_LIMIT);
        Optional<Long> usage = number(group.resolve(usageFile));
        if (limit.isEmpty() || usage.isEmpty()) {
            return Optional.empty();
        }
        List<String> statistics = lines(group.resolve("memory.stat"));
        long reclaimable = value(statistics, prefix + "active_file ").orElse(0L)
                + value(statistics, prefix + "inactive_file ").orElse(0L);
        return Optional.of(
                new MemoryRoom(Math.max(0, limit.get() - Math.max(0, usage.get() - reclaimable)), file.toString()));
    }

    private static Optional<Long> number(Path file) {
        return lines(file).stream()
                .findFirst()
                .filter(text -> text.matches("\\d{1,18}"))
                .map(Long::parseLong);
    }

    private static Optional<Long> value(List<String> lines, String name) {
        return ProcLines.after(lines, name)
                .map(text -> text.split("\\s+")[0])
                .filter(text -> text.matches("\\d{1,18}"))
                .map(Long::parseLong);
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            return List.of(); // This kernel or container does not show it.
        }
    }
}
