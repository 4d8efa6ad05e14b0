package io.tiercel.demo;

import io.tiercel.cli.CommandFailure;
import io.tiercel.cli.ExitCodes;
import io.tiercel.cli.sim.FileErrors;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The directory of a scene, locked: two demos would delete each other's clusters. The lock ends with the process at the latest. */
record OutputDirectory(FileChannel lock) implements AutoCloseable {
    private static final String LOCK = ".lock";

    /** Creates the directory if need be. */
    static OutputDirectory claim(Path directory) {
        Path path = directory.toAbsolutePath().normalize();
        try {
            FileChannel lock = FileChannel.open(
                    Files.createDirectories(path).resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (lock.tryLock() != null) {
                return new OutputDirectory(lock);
            }
            lock.close();
        } catch (IOException e) {
            throw new CommandFailure(
                    "--out: expected a directory to write into, got " + path + ": " + FileErrors.of(e));
        } catch (OverlappingFileLockException e) {
            // Another demo of this process has it.
        }
        throw new CommandFailure(
                ExitCodes.NEGATIVE, "another demo is running in " + path + "; wait for its end, or give another --out");
    }

    @Override
    public void close() throws IOException {
        lock.close();
    }
}
