package io.tiercel.testkit.s3;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** A real S3 server (s3proxy) over a directory, as a process of its own that ends with this one. */
public final class S3Server implements AutoCloseable {
    private final Process process;
    private final int port;

    private S3Server(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /**
     * Starts a server.
     *
     * @param directory where it keeps objects; made if need be
     * @param buckets to make
     */
    public static S3Server start(Path directory, String... buckets) {
        Path build = home().resolve("testkit-s3/target");
        Path log = directory.resolveSibling(directory.getFileName() + ".log");
        try {
            String jars = Files.readString(build.resolve("classpath.txt")).trim();
            List<String> line = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx512m",
                    "-XX:+UseSerialGC",
                    "-cp",
                    build.resolve("classes") + File.pathSeparator + jars,
                    S3ServerMain.class.getName(),
                    Files.createDirectories(directory).toString()));
            line.addAll(List.of(buckets));
            Process process = new ProcessBuilder(line)
                    .redirectError(ProcessBuilder.Redirect.to(log.toFile()))
                    .start();
            String port = process.inputReader(StandardCharsets.UTF_8).readLine();
            if (port == null) {
                throw new IllegalStateException("the S3 server did not start; see " + log);
            }
            return new S3Server(process, Integer.parseInt(port));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start the S3 server: " + e.getMessage(), e);
        }
    }

    /** Where it listens, on the loopback. */
    public int port() {
        return port;
    }

    /** Puts an object, past Hadoop. @return its entity tag, as S3A sees it */
    public String put(String bucket, String key, byte[] content) throws IOException, InterruptedException {
        URI uri = URI.create("http://127.0.0.1:" + port + "/" + bucket + "/" + key);
        HttpRequest request = HttpRequest.newBuilder(uri)
                .PUT(HttpRequest.BodyPublishers.ofByteArray(content))
                .build();
        HttpResponse<Void> answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.discarding());
        if (answer.statusCode() != 200) {
            throw new IOException("PUT " + uri + ": expected 200, got " + answer.statusCode());
        }
        return answer.headers().firstValue("ETag").orElseThrow();
    }

    /** Jars of S3A, and of what it needs beside Spark. */
    public static List<Path> s3aJars() throws IOException {
        String jars = Files.readString(home().resolve("cachefs/target/s3a-classpath.txt"));
        return Arrays.stream(jars.trim().split(File.pathSeparator))
                .map(Path::of)
                .toList();
    }

    private static Path home() {
        return Path.of(Objects.requireNonNull(System.getProperty("tiercel.home"), "tiercel.home"));
    }

    /** The keys of Hadoop's configuration with which S3A reads from a server of this kind. @param port the server's, or a link's */
    public static Map<String, String> hadoopKeys(int port) {
        return new TreeMap<>(Map.of(
                "fs.s3a.endpoint", "http://127.0.0.1:" + port,
                "fs.s3a.endpoint.region", "us-east-1",
                "fs.s3a.path.style.access", "true",
                "fs.s3a.connection.ssl.enabled", "false",
                "fs.s3a.access.key", "any",
                "fs.s3a.secret.key", "any"));
    }

    /** The properties with which Iceberg's {@code S3FileIO} reads from a server of this kind. @param port the server's, or a link's */
    public static Map<String, String> icebergProperties(int port) {
        return new TreeMap<>(Map.of(
                "s3.endpoint", "http://127.0.0.1:" + port,
                "client.region", "us-east-1",
                "s3.path-style-access", "true",
                // The standard one needs the AWS SDK's module for keys.
                "s3.client-factory-impl", "org.apache.iceberg.aws.s3.DefaultS3FileIOAwsClientFactory",
                "s3.access-key-id", "any",
                "s3.secret-access-key", "any"));
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
