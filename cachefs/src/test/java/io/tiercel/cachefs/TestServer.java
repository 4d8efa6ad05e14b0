package io.tiercel.cachefs;

import io.tiercel.testkit.s3.S3Server;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The S3 server that all tests of this JVM share, each with a bucket of its own. Started with the first of them, and gone with this JVM. */
public final class TestServer {
    /** For files of the tests beside the server's. */
    public static final Path DIRECTORY = directory();

    // Buckets of tests.
    public static final String READS = "bucket";
    public static final String CONTRACT = "contract";
    /** Its suite deletes all that is there. */
    public static final String ROOT = "root";

    public static final String ICEBERG = "iceberg";

    private static final S3Server SERVER = S3Server.start(DIRECTORY.resolve("objects"), READS, CONTRACT, ROOT, ICEBERG);

    private TestServer() {}

    public static S3Server get() {
        return SERVER;
    }

    private static Path directory() {
        try {
            return Files.createTempDirectory(Files.createDirectories(Path.of("target", "server")), "run")
                    .toAbsolutePath();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
