package io.tiercel.cli.sim;

import io.tiercel.cli.CommandFailure;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Writes the files of a command at its end; looks at their directories at its start, since it may run for hours. */
public final class OutputFiles {
    private OutputFiles() {}

    /** @param file null if none is wanted */
    public static void check(String option, @Nullable Path file) {
        if (file == null) {
            return;
        }
        Path directory = file.toAbsolutePath().getParent();
        if (Files.isDirectory(file)) {
            throw new CommandFailure(option + ": expected a file, got the directory " + file);
        }
        if (!Files.isDirectory(directory)) {
            throw new CommandFailure(option + ": cannot write " + file + ": there is no directory " + directory);
        }
    }

    public static void write(String option, Path file, String text, PrintWriter err) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new CommandFailure(option + ": cannot write " + file + ": " + FileErrors.of(e));
        }
        err.println("Written: " + file);
    }
}
