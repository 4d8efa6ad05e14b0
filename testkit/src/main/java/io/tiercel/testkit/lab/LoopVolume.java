package io.tiercel.testkit.lab;

import io.tiercel.testkit.process.ClusterException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file system of its own on a loop device, whose blocks are a sparse file beside its directory. */
final class LoopVolume {
    /** The kernel's default. Some systems set others for loop devices. */
    private static final int READ_AHEAD_KIB = 128;

    private final Path directory;
    private String device = "";

    /** @param directory to mount at */
    LoopVolume(Path directory) {
        this.directory = directory;
    }

    /** The file that has the blocks of the volume at a directory. */
    static Path image(Path directory) {
        return directory.resolveSibling(directory.getFileName() + ".img");
    }

    /** The mounted device as the kernel numbers it, such as 7:0. */
    String device() {
        return device;
    }

    /** @param scheduler of the kernel; it keeps its own if it does not have that one */
    void mount(long bytes, String scheduler) {
        try {
            Files.createDirectories(directory);
            unmount();
            Path real = LoopMount.real(directory);
            Path image = image(real);
            try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
                file.setLength(bytes);
            }
            // Nothing is left to be written in the background, and no journal writes among the reads.
            SystemCommand.run(
                    "mkfs.ext4", "-q", "-F", "-O", "^has_journal", "-E", "lazy_itable_init=0", image.toString());
            // The kernel detaches the device when it is unmounted.
            SystemCommand.run("mount", "-o", "loop,noatime", image.toString(), real.toString());
            LoopMount mounted = LoopMount.below(real).stream()
                    .findFirst()
                    .orElseThrow(() -> new ClusterException("the kernel does not show what was mounted at " + real));
            Path queue = mounted.settings().resolve("queue");
            if (Files.readString(queue.resolve("scheduler")).contains(scheduler)) {
                set(queue.resolve("scheduler"), scheduler);
            }
            set(queue.resolve("read_ahead_kb"), Integer.toString(READ_AHEAD_KIB));
            device = Files.readString(mounted.settings().resolve("dev")).strip();
        } catch (IOException e) {
            throw new ClusterException("cannot make a loop device for " + directory + ": " + e.getMessage(), e);
        }
    }

    private static void set(Path setting, String value) {
        try {
            Files.writeString(setting, value);
        } catch (IOException e) {
            throw new ClusterException("cannot write " + value + " to " + setting + ": " + e.getMessage(), e);
        }
    }

    /** Does nothing if it is not mounted. */
    void unmount() {
        LoopMount.below(directory).forEach(LoopMount::unmount);
    }
}
