package io.tiercel.suites.client;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.spark.sql.api.java.UDF2;

/** Creates a file, and then waits for ten minutes unless it is interrupted. */
public final class LongWait implements UDF2<String, String, Long> {
    private static final long serialVersionUID = 1;
    private static final long MILLIS = 600_000;

    @Override
    public Long call(String line, String file) throws IOException, InterruptedException {
        try {
            Files.createFile(Path.of(file));
        } catch (FileAlreadyExistsException e) {
            // Another task was first.
        }
        Thread.sleep(MILLIS);
        return 0L;
    }
}
