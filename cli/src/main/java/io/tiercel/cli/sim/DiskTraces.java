package io.tiercel.cli.sim;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/** Traces beside a scenario, or at an absolute path. */
final class DiskTraces {
    private DiskTraces() {}

    /** Opens a trace; decompresses it if its name ends with {@code .gz}. */
    static BufferedReader open(Path scenario, String name) throws IOException {
        Path file = scenario.resolveSibling(name);
        InputStream in;
        try {
            in = Files.newInputStream(file);
        } catch (IOException e) {
            throw new IOException(file + ": " + FileErrors.of(e), e);
        }
        try {
            return new BufferedReader(
                    new InputStreamReader(name.endsWith(".gz") ? new GZIPInputStream(in) : in, StandardCharsets.UTF_8));
        } catch (IOException e) {
            in.close();
            throw new IOException(file + ": expected gzip: " + e.getMessage(), e);
        }
    }
}
