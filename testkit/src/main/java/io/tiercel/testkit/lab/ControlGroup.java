package io.tiercel.testkit.lab;

import io.tiercel.testkit.process.ClusterException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A control group of the kernel for processes of a cluster.
 *
 * @param path its directory
 */
public record ControlGroup(Path path) implements AutoCloseable {
    static final Path ROOT = Path.of("/sys/fs/cgroup");
    private static final String PREFIX = "tiercel-lab-";
    private static final Pattern NAME = Pattern.compile(PREFIX + "(\\d{1,18})-\\d+");
    private static final AtomicInteger NUMBER = new AtomicInteger();

    /** A group whose processes may have so many bytes of memory; empty if this user may make none. Versions 1 and 2. */
    public static Optional<ControlGroup> ofMemory(long bytes) {
        Path first = ROOT.resolve("memory");
        boolean isFirst = Files.exists(first.resolve("memory.limit_in_bytes"));
        Path parent = isFirst ? first : ROOT;
        if (!Files.isWritable(parent.resolve("cgroup.procs"))) {
            return Optional.empty();
        }
        ControlGroup group = create(parent);
        String limit = isFirst ? "memory.limit_in_bytes" : "memory.max";
        if (!Files.exists(group.path.resolve(limit))) {
            group.close();
            return Optional.empty();
        }
        group.set(limit, Long.toString(bytes));
        return Optional.of(group);
    }

    /** Groups that killed processes have left are removed. */
    static ControlGroup create(Path parent) {
        Path own = parent.resolve(PREFIX + ProcessHandle.current().pid() + "-" + NUMBER.incrementAndGet());
        try (Stream<Path> groups = Files.list(parent)) {
            groups.filter(ControlGroup::isAbandoned).forEach(group -> new ControlGroup(group).close());
            return new ControlGroup(Files.createDirectories(own));
        } catch (IOException e) {
            throw new ClusterException("cannot make the control group " + own + ": " + e.getMessage(), e);
        }
    }

    private static boolean isAbandoned(Path group) {
        Matcher name = NAME.matcher(group.getFileName().toString());
        return name.matches() && ProcessHandle.of(Long.parseLong(name.group(1))).isEmpty();
    }

    /** A command that runs its further arguments in this group. */
    public List<String> launcher() {
        return List.of("sh", "-c", "echo $$ > \"$0/cgroup.procs\" && exec \"$@\"", path.toString());
    }

    /** Writes to one of its files. */
    void set(String file, String value) {
        try {
            Files.writeString(path.resolve(file), value);
        } catch (IOException e) {
            throw new ClusterException(
                    "cannot write " + value + " to " + path.resolve(file) + ": " + e.getMessage(), e);
        }
    }

    /** Removes it. It stays if one of its processes lives; the next one that is made removes it then. */
    @Override
    public void close() {
        path.toFile().delete();
    }
}
