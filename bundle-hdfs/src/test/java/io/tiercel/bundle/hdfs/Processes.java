package io.tiercel.bundle.hdfs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** What the kernel says of this process' children. */
final class Processes {
    private static final String DATA_NODE = "org.apache.hadoop.hdfs.server.datanode.DataNode";

    private Processes() {}

    /** Bytes that the DataNodes have locked in memory. */
    static long lockedByDataNodes() {
        return ProcessHandle.current()
                .descendants()
                .filter(process -> read(process, "cmdline").contains(DATA_NODE))
                .mapToLong(Processes::locked)
                .sum();
    }

    private static long locked(ProcessHandle process) {
        return read(process, "status")
                .lines()
                .filter(line -> line.startsWith("VmLck:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) << 10)
                .sum();
    }

    private static String read(ProcessHandle process, String file) {
        try {
            return Files.readString(Path.of("/proc", Long.toString(process.pid()), file));
        } catch (NoSuchFileException e) {
            return "";
        } catch (IOException e) {
            // It ended while it was read.
            if (!process.isAlive()) {
                return "";
            }
            throw new UncheckedIOException(e);
        }
    }
}
