package io.tiercel.testkit.lab;

import io.tiercel.testkit.process.ClusterException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;

/** One disk of a lab, to which harm can come as to a real one: the kernel itself refuses what is asked of it. One kind of harm at a time. */
public final class LabDisk {
    private static final int PIECE = 1 << 20;

    private final Path directory;
    private final Path image;
    private final Path kept;

    LabDisk(Path directory) {
        try {
            this.directory = directory.toRealPath();
        } catch (IOException e) {
            throw new ClusterException("no disk at " + directory + ": " + e.getMessage(), e);
        }
        this.image = LoopVolume.image(this.directory);
        this.kept = image.resolveSibling(image.getFileName() + ".kept");
    }

    /** Writes a file that takes all room there is. */
    public void fill() {
        try (OutputStream out = Files.newOutputStream(filler())) {
            for (byte[] piece = new byte[PIECE]; ; ) {
                out.write(piece);
            }
        } catch (IOException e) {
            if (room() > 0) {
                throw new ClusterException("cannot fill " + directory + ": " + e.getMessage(), e);
            }
        }
    }

    private long room() {
        return directory.toFile().getUsableSpace();
    }

    private Path filler() {
        return directory.resolve("filler");
    }

    /** Removes that file. */
    public void empty() {
        try {
            Files.delete(filler());
        } catch (IOException e) {
            throw new ClusterException("cannot empty " + directory + ": " + e.getMessage(), e);
        }
    }

    /** From now on nobody may open a file to write it. */
    public void forbidWrites() {
        SystemCommand.run("mount", "--bind", directory.toString(), directory.toString());
        SystemCommand.run("mount", "-o", "remount,bind,ro", directory.toString());
    }

    /** Takes that back. */
    public void allowWrites() {
        SystemCommand.run("umount", "--lazy", directory.toString());
    }

    /** From now on whatever is not in memory cannot be read: an I/O error. */
    public void breakDown() {
        copy(image, kept);
        try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
            file.setLength(0);
        } catch (IOException e) {
            throw new ClusterException("cannot break " + directory + ": " + e.getMessage(), e);
        }
    }

    /** It is as it was before it broke down. */
    public void repair() {
        copy(kept, image);
    }

    private static void copy(Path from, Path to) {
        SystemCommand.run("cp", "--sparse=always", from.toString(), to.toString());
    }
}
