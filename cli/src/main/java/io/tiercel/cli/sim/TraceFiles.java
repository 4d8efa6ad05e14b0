package io.tiercel.cli.sim;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/** Opens traces that users name. */
final class TraceFiles {
    private TraceFiles() {}

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
