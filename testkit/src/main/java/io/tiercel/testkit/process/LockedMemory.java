package io.tiercel.testkit.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Memory that processes have locked, as the kernel counts it. */
public final class LockedMemory {
    private LockedMemory() {}

    /** Bytes. */
    public static long of(List<Daemon> daemons) {
        return daemons.stream().mapToLong(daemon -> of(daemon.handle())).sum();
    }

    private static long of(ProcessHandle process) {
        try {
            return Files.readAllLines(Path.of("/proc", Long.toString(process.pid()), "status")).stream()
                    .filter(line -> line.startsWith("VmLck:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) << 10)
                    .sum();
        } catch (IOException e) {
            // It ended while it was read.
            if (!process.isAlive()) {
                return 0;
            }
            throw new UncheckedIOException(e);
        }
    }
}
