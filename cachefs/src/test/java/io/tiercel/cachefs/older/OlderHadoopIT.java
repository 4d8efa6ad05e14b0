package io.tiercel.cachefs.older;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.tiercel.cachefs.CacheKeys;
import io.tiercel.cachefs.s3a.CachedS3AFileSystem;
import io.tiercel.testkit.s3.S3Server;
import io.tiercel.testkit.s3.SharedLink;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** S3A of the oldest and of the newest Hadoop that has no seam for streams, with its own jars and its own SDK of AWS. */
final class OlderHadoopIT {
    private static final int PAGE = 64 << 10;
    private static final int LENGTH = 10 * PAGE + 1234;
    private static final String FILE = "s3a://bucket/data/file";
    private static final String CACHED = CachedS3AFileSystem.class.getName();
    private static final String STOCK = "org.apache.hadoop.fs.s3a.S3AFileSystem";

    @TempDir
    private static Path objects;

    private static S3Server server;

    @TempDir
    private Path directory;

    private SharedLink link;
    private final byte[] content = random(1);
    private final byte[] other = random(2);

    @BeforeAll
    static void start() {
        server = S3Server.start(objects.resolve("store"), "bucket");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void upload() throws Exception {
        link = SharedLink.to(server.port(), 0);
        put(content);
    }

    @AfterEach
    void close() {
        link.close();
    }

    private static byte[] random(long seed) {
        byte[] bytes = new byte[LENGTH];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    private static void put(byte[] bytes) throws Exception {
        server.put("bucket", "data/file", bytes);
    }

    private static String part(byte[] of, int from, int length) {
        return OlderHadoopMain.sum(Arrays.copyOfRange(of, from, from + length));
    }

    /** A process with one version of Hadoop, which has the file open. */
    private final class Reader implements AutoCloseable {
        private final Process process;
        private final Writer to;
        private final BufferedReader from;
        private final Path log;

        Reader(String version, String fileSystem) throws IOException {
            Path home = Path.of(System.getProperty("tiercel.home"));
            Path build = home.resolve("cachefs/target");
            List<String> classes = new ArrayList<>(List.of(
                    build.resolve("hadoop-" + version) + "/*",
                    home.resolve("core/target/classes").toString(),
                    build.resolve("classes").toString(),
                    build.resolve("test-classes").toString()));
            Arrays.stream(Files.readString(build.resolve("test-classpath.txt"))
                            .trim()
                            .split(File.pathSeparator))
                    .filter(jar -> !Path.of(jar).getFileName().toString().startsWith("hadoop-"))
                    .forEach(classes::add);
            List<String> line = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-cp",
                    String.join(File.pathSeparator, classes),
                    OlderHadoopMain.class.getName(),
                    FILE));
            Map<String, String> conf = new TreeMap<>(S3Server.hadoopKeys(link.port()));
            conf.put("fs.s3a.impl", fileSystem);
            conf.put("fs.s3a.retry.interval", "10ms");
            conf.put(CacheKeys.DIRECTORY.name(), directory.resolve("cache").toString());
            conf.put(CacheKeys.PAGE.name(), Integer.toString(PAGE));
            conf.forEach((key, value) -> line.add(key + "=" + value));
            log = directory.resolve("log");
            process = new ProcessBuilder(line).redirectError(log.toFile()).start();
            to = process.outputWriter(StandardCharsets.UTF_8);
            from = process.inputReader(StandardCharsets.UTF_8);
        }

        /** Sends lines, and returns the last answer. */
        String ask(String... lines) throws IOException {
            String answer = "";
            for (String line : lines) {
                to.write(line + "\n");
                to.flush();
                answer = from.readLine();
                assertThat(answer).as("%s", text(log)).isNotNull();
            }
            return answer;
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"3.3.4", "3.4.1"})
    void aSecondReadSendsNoRequestForTheObject(String version) throws Exception {
        try (Reader reader = new Reader(version, CACHED)) {
            assertThat(reader.ask("version")).isEqualTo(version + " CachedS3AFileSystem");
            assertThat(reader.ask("read")).isEqualTo(part(content, 0, LENGTH));
            assertThat(link.gets()).isEqualTo(1);
            reader.ask("flush", "instance");
            long heads = link.heads();
            assertThat(reader.ask("open", "read")).isEqualTo(part(content, 0, LENGTH));
            assertThat(link.heads() - heads).as("the one that opening sends").isEqualTo(1);
            assertThat(reader.ask("build", "read")).isEqualTo(part(content, 0, LENGTH));
            assertThat(reader.ask("position " + (5 * PAGE + 7) + " " + 2 * PAGE))
                    .isEqualTo(part(content, 5 * PAGE + 7, 2 * PAGE));
            assertThat(link.gets()).isEqualTo(1);
        }
        try (Reader reader = new Reader(version, CACHED)) {
            assertThat(reader.ask("read")).as("another process").isEqualTo(part(content, 0, LENGTH));
            assertThat(link.gets()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"3.3.4", "3.4.1"})
    void anObjectThatChangesIsReadAnewOrFailsItsReader(String version) throws Exception {
        try (Reader reader = new Reader(version, CACHED)) {
            assertThat(reader.ask("position 0 " + PAGE)).isEqualTo(part(content, 0, PAGE));
            put(other);
            assertThat(reader.ask("position " + 5 * PAGE + " " + PAGE)).isEqualTo("RemoteFileChangedException");
            assertThat(reader.ask("open", "read")).isEqualTo(part(other, 0, LENGTH));
            assertThat(reader.ask("flush", "open", "read")).isEqualTo(part(other, 0, LENGTH));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"3.4.1"})
    void vectoredReadsComeFromTheCache(String version) throws Exception {
        try (Reader reader = new Reader(version, CACHED)) {
            for (int round = 0; round < 2; round++) {
                assertThat(reader.ask("open", "vectored " + (PAGE + 5) + " " + 2 * PAGE))
                        .isEqualTo(part(content, PAGE + 5, 2 * PAGE));
                reader.ask("flush");
                assertThat(link.gets()).isEqualTo(1);
            }
        }
    }

    static Stream<Arguments> refusals() {
        return Stream.of(arguments("3.3.4", STOCK), arguments("3.3.4", CACHED), arguments("3.4.1", CACHED));
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void whoseRequestIsRefusedGetsNoCachedByte(String version, String fileSystem) throws Exception {
        try (Reader reader = new Reader(version, fileSystem)) {
            assertThat(reader.ask("read", "flush", "instance")).isEqualTo("done");
            link.forbidAfter(0);
            assertThat(reader.ask("open")).isEqualTo("AccessDeniedException");
            assertThat(reader.ask("build")).isEqualTo("AccessDeniedException");
        }
    }
}
