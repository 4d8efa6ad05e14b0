package io.tiercel.testkit.lab;

import io.tiercel.testkit.process.ClusterException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;

/**
 * The times of day of processes that bear its {@link #environment}, and of their children. Each is set for itself while it runs; the
 * machine's own stays as it is. Needs Linux and a C compiler.
 */
public final class ProcessClocks {
    private static final String COMPILER = "cc";
    private static final String SOURCE = "clock.c";

    private final Path clocks;
    private final Path library;

    private ProcessClocks(Path clocks, Path library) {
        this.clocks = clocks;
        this.library = library;
    }

    /** Whether this machine can do it. */
    public static boolean arePossible() {
        return SystemCommand.isThere(COMPILER);
    }

    /** @param directory an empty one, which must stay for as long as the processes do */
    public static ProcessClocks in(Path directory) {
        Path source = directory.resolve(SOURCE);
        Path library = directory.resolve("clock.so");
        try (InputStream code = Objects.requireNonNull(ProcessClocks.class.getResourceAsStream(SOURCE), SOURCE)) {
            Files.copy(code, source);
            ProcessClocks made = new ProcessClocks(Files.createDirectory(directory.resolve("clocks")), library);
            SystemCommand.run(
                    COMPILER,
                    "-O2",
                    "-Wall",
                    "-Werror",
                    "-shared",
                    "-fPIC",
                    "-o",
                    library.toString(),
                    source.toString(),
                    "-ldl");
            return made;
        } catch (IOException e) {
            throw new ClusterException("cannot make clocks in " + directory + ": " + e.getMessage(), e);
        }
    }

    public Map<String, String> environment() {
        return Map.of("LD_PRELOAD", library.toString(), "TIERCEL_CLOCKS", clocks.toString());
    }

    /**
     * Sets the clock of a process.
     *
     * @param ahead of the machine's; negative for behind; of whole seconds
     */
    public void set(ProcessHandle process, Duration ahead) {
        Path clock = clocks.resolve(Long.toString(process.pid()));
        byte[] seconds = ByteBuffer.allocate(Long.BYTES)
                .order(ByteOrder.nativeOrder())
                .putLong(ahead.toSeconds())
                .array();
        try {
            // The process has it mapped: it must not become shorter.
            Files.write(clock, seconds, StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw new ClusterException("the process " + process.pid() + " has no clock of its own: " + e, e);
        }
    }
}
