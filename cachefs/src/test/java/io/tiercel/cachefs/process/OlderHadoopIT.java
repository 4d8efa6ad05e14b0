package io.tiercel.cachefs.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.cachefs.CacheKeys;
import io.tiercel.cachefs.s3a.CachedS3AFileSystem;
import io.tiercel.testkit.s3.S3Server;
import io.tiercel.testkit.s3.SharedLink;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * S3A of the oldest and of the newest Hadoop that has no seam for streams, with its own jars and its own SDK of AWS. The newest has in every
 * build what the oldest cannot do, and with {@code -Pall} the rest.
 */
final class OlderHadoopIT {
    private static final String OLDEST = "3.3.4";
    private static final String NEWEST = "3.4.1";
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
        return ReaderMain.sum(Arrays.copyOfRange(of, from, from + length));
    }

    private ReaderProcess reader(String version, String fileSystem) throws IOException {
        List<String> classes = new ArrayList<>();
        classes.add(ReaderProcess.BUILD.resolve("hadoop-" + version) + "/*");
        ReaderProcess.classPath().stream()
                .filter(jar -> !Path.of(jar).getFileName().toString().startsWith("hadoop-"))
                .forEach(classes::add);
        Map<String, String> conf = new TreeMap<>(S3Server.hadoopKeys(link.port()));
        conf.put("fs.s3a.impl", fileSystem);
        conf.put("fs.s3a.retry.interval", "10ms");
        conf.put(CacheKeys.DIRECTORY.name(), directory.resolve("cache").toString());
        conf.put(CacheKeys.PAGE.name(), Integer.toString(PAGE));
        return ReaderProcess.start(List.of(), classes, FILE, conf, directory.resolve("log"));
    }

    @Test
    void aSecondReadSendsNoRequestForTheObject() throws Exception {
        secondReadSendsNoRequest(OLDEST);
    }

    @Test
    @Tag("slow")
    void aSecondReadOfTheNewestSendsNoRequestForTheObject() throws Exception {
        secondReadSendsNoRequest(NEWEST);
    }

    private void secondReadSendsNoRequest(String version) throws Exception {
        try (ReaderProcess reader = reader(version, CACHED)) {
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
        try (ReaderProcess reader = reader(version, CACHED)) {
            assertThat(reader.ask("read")).as("another process").isEqualTo(part(content, 0, LENGTH));
            assertThat(link.gets()).isEqualTo(1);
        }
    }

    @Test
    void anObjectThatChangesIsReadAnewOrFailsItsReader() throws Exception {
        changedObjectIsReadAnew(OLDEST);
    }

    @Test
    @Tag("slow")
    void anObjectThatChangesIsReadAnewByTheNewestOrFailsItsReader() throws Exception {
        changedObjectIsReadAnew(NEWEST);
    }

    private void changedObjectIsReadAnew(String version) throws Exception {
        try (ReaderProcess reader = reader(version, CACHED)) {
            assertThat(reader.ask("position 0 " + PAGE)).isEqualTo(part(content, 0, PAGE));
            put(other);
            assertThat(reader.ask("position " + 5 * PAGE + " " + PAGE)).isEqualTo("RemoteFileChangedException");
            assertThat(reader.ask("open", "read")).isEqualTo(part(other, 0, LENGTH));
            assertThat(reader.ask("flush", "open", "read")).isEqualTo(part(other, 0, LENGTH));
        }
    }

    @Test
    void vectoredReadsComeFromTheCache() throws Exception {
        try (ReaderProcess reader = reader(NEWEST, CACHED)) {
            for (int round = 0; round < 2; round++) {
                assertThat(reader.ask("open", "vectored " + (PAGE + 5) + " " + 2 * PAGE))
                        .isEqualTo(part(content, PAGE + 5, 2 * PAGE));
                reader.ask("flush");
                assertThat(link.gets()).isEqualTo(1);
            }
        }
    }

    @Test
    void whoseRequestIsRefusedGetsNoCachedByte() throws Exception {
        refusedRequestGetsNoByte(OLDEST, CACHED);
    }

    @Test
    @Tag("slow")
    void whoseRequestIsRefusedGetsNoCachedByteFromTheNewest() throws Exception {
        refusedRequestGetsNoByte(NEWEST, CACHED);
    }

    @Test
    @Tag("slow")
    void whoseRequestIsRefusedGetsNoByteWithoutACache() throws Exception {
        refusedRequestGetsNoByte(OLDEST, STOCK);
    }

    private void refusedRequestGetsNoByte(String version, String fileSystem) throws Exception {
        try (ReaderProcess reader = reader(version, fileSystem)) {
            assertThat(reader.ask("read", "flush", "instance")).isEqualTo("done");
            link.forbidAfter(0);
            assertThat(reader.ask("open")).isEqualTo("AccessDeniedException");
            assertThat(reader.ask("build")).isEqualTo("AccessDeniedException");
        }
    }
}
