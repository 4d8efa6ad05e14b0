package io.tiercel.testkit.lab;

import io.tiercel.testkit.process.ClusterException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A control group whose processes read devices at limited bandwidths. */
record ReadLimits(Path group) {
    private static final Path CONTROLLER = Path.of("/sys/fs/cgroup/blkio");
    private static final String PREFIX = "tiercel-lab-";
    private static final Pattern NAME = Pattern.compile(PREFIX + "(\\d{1,18})-\\d+");
    private static final AtomicInteger NUMBER = new AtomicInteger();
    private static final String LIMIT = "blkio.throttle.read_bps_device";

    static void require() {
        if (!Files.exists(CONTROLLER.resolve(LIMIT)) || !Files.isWritable(CONTROLLER)) {
            throw new ClusterException(
                    "a lab of loop devices needs the controller blkio of cgroup v1, mounted writable at " + CONTROLLER);
        }
    }

    /** Groups that killed processes have left are removed. */
    static ReadLimits create() {
        Path own = CONTROLLER.resolve(PREFIX + ProcessHandle.current().pid() + "-" + NUMBER.incrementAndGet());
        try (Stream<Path> groups = Files.list(CONTROLLER)) {
            groups.filter(ReadLimits::isAbandoned).forEach(group -> new ReadLimits(group).remove());
            return new ReadLimits(Files.createDirectories(own));
        } catch (IOException e) {
            throw new ClusterException("cannot make the control group " + own + ": " + e.getMessage(), e);
        }
    }

    private static boolean isAbandoned(Path group) {
        Matcher name = NAME.matcher(group.getFileName().toString());
        return name.matches() && ProcessHandle.of(Long.parseLong(name.group(1))).isEmpty();
    }

    List<String> launcher() {
        return List.of("sh", "-c", "echo $$ > \"$0/cgroup.procs\" && exec \"$@\"", group.toString());
    }

    /** @param bytesPerSecond 0 for no limit */
    void set(String device, long bytesPerSecond) {
        try {
            Files.writeString(group.resolve(LIMIT), device + " " + bytesPerSecond);
        } catch (IOException e) {
            throw new ClusterException(
                    "cannot limit the device " + device + " to " + bytesPerSecond + " bytes/s: " + e.getMessage(), e);
        }
    }

    /** Stays if one of its processes lives; the next lab removes it then. */
    void remove() {
        group.toFile().delete();
    }
}
