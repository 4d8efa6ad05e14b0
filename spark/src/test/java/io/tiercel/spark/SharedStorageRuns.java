package io.tiercel.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tiercel.cachefs.store.DamagedPageException;
import io.tiercel.cachefs.store.Eviction;
import io.tiercel.cachefs.store.ObjectVersion;
import io.tiercel.cachefs.store.PageStore;
import io.tiercel.cachefs.store.PagedObject;
import io.tiercel.spark.apps.Gate;
import io.tiercel.spark.apps.SumLines;
import io.tiercel.testkit.LiveFiles;
import io.tiercel.testkit.RunningSparkApp;
import io.tiercel.testkit.SharedCluster;
import io.tiercel.testkit.SparkApp;
import io.tiercel.testkit.TieredCluster;
import io.tiercel.testkit.s3.S3Server;
import io.tiercel.testkit.s3.SharedLink;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Jobs that add up lines of an S3 server, over a link that counts and fails, with caches on each node of the shared cluster. */
abstract class SharedStorageRuns {
    static final int OBJECTS = 16;
    static final int OBJECT_BYTES = 1 << 20;
    static final int PAGE = 64 << 10;
    static final int PAGES = OBJECTS * OBJECT_BYTES / PAGE;
    static final Duration LIMIT = Duration.ofMinutes(1);

    @RegisterExtension
    static final SharedCluster<TieredCluster> CLUSTER = TieredClusterIT.shared();

    @TempDir
    Path directory;

    final List<byte[]> contents = new ArrayList<>();
    final List<PagedObject> objects = new ArrayList<>();
    Path caches;
    S3Server server;
    SharedLink link;

    @BeforeEach
    void upload() throws Exception {
        caches = directory.resolve("caches");
        server = S3Server.start(directory.resolve("objects"), "bucket");
        link = SharedLink.to(server.port(), 0);
        for (int i = 0; i < OBJECTS; i++) {
            contents.add(content(i));
            objects.add(upload(i));
        }
    }

    private PagedObject upload(int object) throws IOException, InterruptedException {
        byte[] content = contents.get(object);
        String tag = server.put("bucket", "lines/" + object, content).replace("\"", "");
        return new PagedObject(new ObjectVersion("bucket", "lines/" + object, tag, content.length), PAGE);
    }

    /** From now on the object has this content. */
    void put(int object, byte[] content) throws IOException, InterruptedException {
        contents.set(object, content);
        objects.set(object, upload(object));
    }

    @AfterEach
    void stop() {
        link.close();
        server.close();
    }

    /** Lines of 64 bytes, no two alike. */
    static byte[] content(int object) {
        Random random = new Random(object);
        StringBuilder lines = new StringBuilder();
        for (int line = 0; line < OBJECT_BYTES / 64; line++) {
            lines.append(String.format("%02d %06d %053x%n", object, line, random.nextLong(Long.MAX_VALUE)));
        }
        return lines.toString().getBytes(StandardCharsets.US_ASCII);
    }

    String expected() {
        return Long.toString(contents.stream()
                .flatMap(content -> new String(content, StandardCharsets.US_ASCII).lines())
                .mapToLong(SumLines::value)
                .sum());
    }

    SparkApp app() throws IOException {
        return S3Application.of(SumLines.class, link.port()).conf("spark.hadoop.fs.s3a.retry.interval", "50ms");
    }

    SparkApp cached() throws IOException {
        return S3Application.cached(app().conf("spark.tiercel.cache.page", "64k"), caches);
    }

    Run start(SparkApp app, String... rounds) throws IOException {
        return start(app, TieredClusterIT.NODES, rounds);
    }

    Run start(SparkApp app, int executors, String... rounds) throws IOException {
        Path own = Files.createTempDirectory(directory, "run");
        List<String> arguments =
                new ArrayList<>(List.of("s3a://bucket/lines", Integer.toString(executors), own.toString()));
        arguments.addAll(List.of(rounds));
        Run run = new Run(own, new Gate(own), CLUSTER.get().submit(app.arguments(arguments.toArray(String[]::new))));
        try {
            run.awaitReached(rounds[0]);
            return run;
        } catch (Exception | Error e) {
            run.close();
            throw new AssertionError(e);
        }
    }

    final class Run implements AutoCloseable {
        final Path directory;
        final Gate gate;
        final RunningSparkApp app;

        Run(Path directory, Gate gate, RunningSparkApp app) {
            this.directory = directory;
            this.gate = gate;
            this.app = app;
        }

        void awaitReached(String round) throws InterruptedException {
            assertThat(gate.awaitReached(round, app::alive))
                    .as("%s", text(app.log()))
                    .isTrue();
        }

        void begin(String round) throws Exception {
            awaitReached(round);
            gate.open(round);
        }

        void open(String point) throws IOException {
            gate.open(point);
        }

        /** For a round that is followed by another one. */
        void awaitSum(String round) throws IOException {
            await().atMost(LIMIT).until(() -> Files.exists(directory.resolve(round)) || !app.alive());
            assertSum(round);
        }

        void assertSum(String round) throws IOException {
            assertThat(directory.resolve(round)).as("%s", text(app.log())).exists();
            await().atMost(LIMIT).untilAsserted(() -> assertThat(Files.readString(directory.resolve(round)))
                    .as(round)
                    .isEqualTo(expected()));
        }

        void awaitEnd(int exitCode) {
            assertThat(app.await().exitCode()).as("%s", text(app.log())).isEqualTo(exitCode);
        }

        @Override
        public void close() {
            app.close();
        }
    }

    static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }

    int pages(int node) {
        try {
            return LiveFiles.pages(caches.resolve(CLUSTER.get().hosts().get(node)))
                    .size();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int allPages() throws IOException {
        return LiveFiles.pages(caches).size();
    }

    Path cache(String host) {
        return caches.resolve(host).resolve("tiercel-cache-" + System.getProperty("user.name"));
    }

    static long counted(Path cache) throws IOException {
        return ByteBuffer.wrap(Files.readAllBytes(cache.resolve("used")))
                .order(ByteOrder.nativeOrder())
                .getLong();
    }

    /** Reads all pages on all nodes. Those that are damaged go. Call when nobody uses them. */
    void removeDamaged() throws IOException {
        for (String host : CLUSTER.get().hosts()) {
            PageStore store = PageStore.open(cache(host), Long.MAX_VALUE, Eviction.SIEVE, InstantSource.system());
            for (PagedObject object : objects) {
                for (int page = 0; page < object.pages(); page++) {
                    try {
                        store.read(object, page, ByteBuffer.allocate(PAGE));
                    } catch (DamagedPageException e) {
                        // It was deleted.
                    }
                }
            }
            PageStore.open(cache(host), Long.MAX_VALUE, Eviction.SIEVE, InstantSource.system()); // Counts again.
        }
    }

    /** All pages on all nodes are whole and right, and counted. Call when nobody uses them. */
    void assertClean() throws IOException {
        for (String host : CLUSTER.get().hosts()) {
            Path cache = cache(host);
            // The last executor may be about to end.
            await().atMost(LIMIT)
                    .untilAsserted(() ->
                            assertThat(counted(cache)).as("counted on %s", host).isEqualTo(PageStore.bytesIn(cache)));
            PageStore store = PageStore.open(cache, Long.MAX_VALUE, Eviction.SIEVE, InstantSource.system());
            int checked = 0;
            for (int object = 0; object < OBJECTS; object++) {
                for (int page = 0; page < objects.get(object).pages(); page++) {
                    byte[] bytes = new byte[PAGE];
                    if (store.read(objects.get(object), page, ByteBuffer.wrap(bytes))) {
                        assertThat(bytes)
                                .isEqualTo(Arrays.copyOfRange(contents.get(object), page * PAGE, (page + 1) * PAGE));
                        checked++;
                    }
                }
            }
            assertThat(LiveFiles.pages(cache)).as("pages of known objects").hasSize(checked);
        }
    }
}
