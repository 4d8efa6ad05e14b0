package io.tiercel.testkit.lab;

import io.tiercel.testkit.process.ClusterException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A loop device that is mounted now, and whose blocks are the file of a {@link LoopVolume}.
 *
 * @param name of the device, such as loop0
 */
record LoopMount(String name, Path directory) {
    private static final Path MOUNTS = Path.of("/proc/self/mounts");
    private static final Path DEVICES = Path.of("/sys/block");
    private static final String PREFIX = "/dev/";
    private static final String LOOP = "loop";

    /** Those at or below a directory. */
    static List<LoopMount> below(Path root) {
        try {
            // Others' mounts may have any bytes in their names.
            String mounts = new String(Files.readAllBytes(MOUNTS), StandardCharsets.UTF_8);
            return parse(mounts.lines(), real(root)).stream()
                    .filter(LoopMount::isOurs)
                    .toList();
        } catch (IOException e) {
            throw new ClusterException("cannot ask what is mounted below " + root + ": " + e.getMessage(), e);
        }
    }

    /**
     * The loop devices that are mounted at or below a directory.
     *
     * @param lines of /proc/self/mounts: device, directory, …
     */
    static List<LoopMount> parse(Stream<String> lines, Path root) {
        return lines.map(line -> line.split(" "))
                .filter(fields -> fields.length > 1 && fields[0].startsWith(PREFIX + LOOP))
                .filter(fields -> unescaped(fields[1]).startsWith(root.toString()))
                .map(fields -> new LoopMount(fields[0].substring(PREFIX.length()), Path.of(unescaped(fields[1]))))
                .filter(mount -> mount.directory.startsWith(root))
                .toList();
    }

    /** The kernel knows directories by their real names. */
    static Path real(Path directory) throws IOException {
        return Files.exists(directory)
                ? directory.toRealPath()
                : directory.toAbsolutePath().normalize();
    }

    /** The kernel writes these four characters as octal numbers. */
    private static String unescaped(String field) {
        return field.replace("\\040", " ")
                .replace("\\011", "\t")
                .replace("\\012", "\n")
                .replace("\\134", "\\");
    }

    private boolean isOurs() {
        try {
            Path file = Path.of(
                    Files.readString(settings().resolve("loop/backing_file")).strip());
            return file.equals(LoopVolume.image(directory));
        } catch (IOException e) {
            return false; // Unmounted meanwhile.
        }
    }

    /** The device's directory in sysfs, with its number and settings. */
    Path settings() {
        return DEVICES.resolve(name);
    }

    /** A volume that is in use goes when it is no longer. */
    void unmount() {
        SystemCommand.run("umount", "--lazy", directory.toString());
    }
}
