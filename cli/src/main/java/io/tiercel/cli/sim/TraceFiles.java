package io.tiercel.cli.sim;

import io.tiercel.cli.CommandFailure;
import io.tiercel.sim.workload.SwimReader;
import io.tiercel.sim.workload.SwimReader.SwimScale;
import io.tiercel.sim.workload.SwimReader.TraceException;
import io.tiercel.sim.workload.Workload;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;
import java.util.zip.GZIPInputStream;

/** Opens traces that users name. */
final class TraceFiles {
    private TraceFiles() {}

    /** Reads the file of {@code --trace}, as often as it is called. Failures are one line for the user. */
    static Function<SwimScale, Workload> reader(Path trace) {
        return scale -> {
            try (BufferedReader lines = open(trace)) {
                return SwimReader.read(lines, trace.toString(), scale);
            } catch (TraceException | IOException e) {
                throw new CommandFailure("--trace: " + e.getMessage());
            }
        };
    }

    /** Decompresses the file if its name ends with {@code .gz}. */
    static BufferedReader open(Path file) throws IOException {
        InputStream in;
        try {
            in = Files.newInputStream(file);
        } catch (IOException e) {
            throw new IOException(file + ": " + FileErrors.of(e), e);
        }
        try {
            InputStream text = file.toString().endsWith(".gz") ? new GZIPInputStream(in) : in;
            return new BufferedReader(new InputStreamReader(text, StandardCharsets.UTF_8));
        } catch (IOException e) {
            in.close();
            throw new IOException(file + ": expected gzip: " + e.getMessage(), e);
        }
    }
}
