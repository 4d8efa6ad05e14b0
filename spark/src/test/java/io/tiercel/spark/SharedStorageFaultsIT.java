package io.tiercel.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import io.tiercel.cachefs.store.Eviction;
import io.tiercel.cachefs.store.ObjectVersion;
import io.tiercel.cachefs.store.PageStore;
import io.tiercel.cachefs.store.PagedObject;
import io.tiercel.spark.apps.Gate;
import io.tiercel.spark.apps.SumLines;
import io.tiercel.testkit.RunningSparkApp;
import io.tiercel.testkit.SharedCluster;
import io.tiercel.testkit.SparkApp;
import io.tiercel.testkit.TieredCluster;
import io.tiercel.testkit.s3.S3Server;
import io.tiercel.testkit.s3.SharedLink;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a job with caches does when something fails that is not Spark's: its sums are right or it ends with S3A's own error, and the caches
 * hold whole pages of the right bytes, rightly counted.
 */
@Order(TieredClusterIT.LATE + 2)
final class SharedStorageFaultsIT {
    private static final int OBJECTS = 16;
    private static final int OBJECT_BYTES = 1 << 20;
    private static final int PAGE = 64 << 10;
    private static final int PAGES = OBJECTS * OBJECT_BYTES / PAGE;
    private static final Duration LIMIT = Duration.ofMinutes(1);

    @RegisterExtension
    static final SharedCluster<TieredCluster> CLUSTER = TieredClusterIT.shared();

    @TempDir
    private Path directory;

    private final List<byte[]> contents = new ArrayList<>();
    private final List<PagedObject> objects = new ArrayList<>();
    private Path caches;
    private S3Server server;
    private SharedLink link;

    @BeforeEach
    void upload() throws Exception {
        caches = directory.resolve("caches");
        server = S3Server.start(directory.resolve("objects"), "bucket");
        link = SharedLink.to(server.port(), 0);
        for (int i = 0; i < OBJECTS; i++) {
            byte[] content = content(i);
            String tag = server.put("bucket", "lines/" + i, content).replace("\"", "");
            contents.add(content);
            objects.add(new PagedObject(new ObjectVersion("bucket", "lines/" + i, tag, content.length), PAGE));
        }
    }

    @AfterEach
    void stop() {
        link.close();
        server.close();
    }

    /** Lines of 64 bytes, no two alike. */
    private static byte[] content(int object) {
        Random random = new Random(object);
        StringBuilder lines = new StringBuilder();
        for (int line = 0; line < OBJECT_BYTES / 64; line++) {
            lines.append(String.format("%02d %06d %053x%n", object, line, random.nextLong(Long.MAX_VALUE)));
        }
        return lines.toString().getBytes(StandardCharsets.US_ASCII);
    }

    private String expected() {
        return Long.toString(contents.stream()
                .flatMap(content -> new String(content, StandardCharsets.US_ASCII).lines())
                .mapToLong(SumLines::value)
                .sum());
    }

    @Test
    void anExecutorThatIsKilledWhileItReads() throws Exception {
        link.close();
        link = SharedLink.to(server.port(), 6 << 20); // The cold round takes seconds.
        try (Run run = start(cached(), "cold", "warm")) {
            run.begin("cold");
            await().atMost(LIMIT).until(() -> pages(0) > 3);
            assertThat(CLUSTER.get().killExecutor(0)).isEqualTo(1);
            run.awaitSum("cold");
            run.begin("warm");
            run.awaitEnd(0);
            run.assertSum("warm");
        }
        assertClean();
    }

    @Test
    void credentialsThatExpireEndTheJobWithTheSameErrorAsWithoutCaches() throws Exception {
        String cached = errorWhenCredentialsExpire(cached());
        assertThat(allPages()).as("pages that would answer").isGreaterThanOrEqualTo(PAGES);
        assertClean();
        assertThat(cached)
                .contains("AccessDeniedException: s3a://bucket/lines/")
                .contains("Status Code: 403");
        assertThat(withoutObject(cached)).isEqualTo(withoutObject(errorWhenCredentialsExpire(app())));
    }

    /** The first round fills the caches; the second may send four requests more. */
    private String errorWhenCredentialsExpire(SparkApp app) throws Exception {
        link.forbidAfter(Long.MAX_VALUE);
        try (Run run = start(app, "allowed", "refused")) {
            run.begin("allowed");
            run.awaitSum("allowed");
            assertThat(run.gate.awaitReached("refused", run.app::alive)).isTrue();
            link.forbidAfter(4);
            run.begin("refused");
            run.awaitEnd(1);
            assertThat(run.directory.resolve("refused")).doesNotExist();
            return Files.readAllLines(run.app.log()).stream()
                    .filter(line -> line.contains("AccessDeniedException") && line.contains("Job aborted"))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError(text(run.app.log())));
        }
    }

    private static String withoutObject(String error) {
        return error.substring(error.indexOf("java.nio.file.AccessDeniedException"))
                .replaceAll("lines/\\d+", "lines/…")
                .replaceAll("(SDK Attempt Count|Request ID|Extended Request ID)[^,)]*", "$1");
    }

    /** The coordinator's address is a port on which nobody listens. */
    @Test
    void stallsCutConnectionsAnAbsentCoordinatorAndAClockThatIsSetBack() throws Exception {
        String nobody;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nobody = "127.0.0.1:" + free.getLocalPort();
        }
        SparkApp app = cached().conf("spark.tiercel.coordinator", nobody)
                .conf("spark.tiercel.cache.prefetch", "true")
                .conf("spark.tiercel.cache.eviction", "lru");
        try (Run run = start(app, "cut", "future")) {
            link.stall(true);
            run.begin("cut");
            await().atMost(LIMIT).until(() -> link.heads() >= TieredClusterIT.NODES);
            link.cut(10);
            link.stall(false);
            run.awaitSum("cut");
            assertThat(run.gate.awaitReached("future", run.app::alive)).isTrue();
            for (Path page : pageFiles(caches)) {
                Files.setLastModifiedTime(page, FileTime.from(Instant.now().plus(Duration.ofDays(400))));
            }
            run.begin("future");
            run.awaitEnd(0);
            run.assertSum("future");
        }
        assertClean();
        assertThat(pageFiles(caches))
                .as("pages that were used have got a right time")
                .anyMatch(page -> page.toFile().lastModified() <= System.currentTimeMillis());
    }

    /** One node's cache is on a disk of its own, which others fill up; then it is read-only; then both are over. */
    @Test
    void aDiskThatIsFullOrReadOnlyAndRecovers() throws Exception {
        Path disk = caches.resolve(CLUSTER.get().hosts().get(0));
        assumeThat(mount(
                        "-t",
                        "tmpfs",
                        "-o",
                        "size=24m",
                        "none",
                        Files.createDirectories(disk).toString()))
                .as("only root mounts a disk")
                .isTrue();
        try {
            try (Run run = start(cached(), "full", "read-only")) {
                Path last = cache(CLUSTER.get().hosts().get(0)).resolve("hand");
                await().atMost(LIMIT).until(() -> Files.exists(last) && Files.size(last) == Long.BYTES);
                fill(disk.resolve("others"));
                run.begin("full");
                run.awaitSum("full");
                assertThat(pages(0)).as("pages on a full disk").isZero();
                assertThat(run.gate.awaitReached("read-only", run.app::alive)).isTrue();
                // The same disk once more, above itself: the first one cannot change while its counter is mapped.
                assertThat(mount("--bind", disk.toString(), disk.toString())).isTrue();
                assertThat(mount("-o", "remount,bind,ro", disk.toString())).isTrue();
                run.begin("read-only");
                run.awaitEnd(0);
                run.assertSum("read-only");
            }
            assertThat(command("umount", "--lazy", disk.toString())).isTrue();
            Files.delete(disk.resolve("others"));
            assertClean();
            for (Path page : pageFiles(caches)) {
                Files.delete(page); // Else tasks would go where they are.
            }
            try (Run run = start(cached(), "recovered")) {
                run.begin("recovered");
                run.awaitEnd(0);
                run.assertSum("recovered");
            }
            assertThat(pages(0)).as("pages on the disk that has recovered").isPositive();
            assertClean();
        } finally {
            while (command("umount", "--lazy", disk.toString())) {} // Until nothing is mounted there.
        }
    }

    private static boolean mount(String... arguments) throws Exception {
        return command(
                Stream.concat(Stream.of("mount"), Arrays.stream(arguments)).toArray(String[]::new));
    }

    private static boolean command(String... line) throws Exception {
        try {
            Process process = new ProcessBuilder(line)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor(30, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private static void fill(Path file) {
        try (OutputStream out = Files.newOutputStream(file)) {
            for (byte[] chunk = new byte[4096]; ; ) {
                out.write(chunk);
            }
        } catch (IOException e) {
            // It is full.
        }
    }

    private SparkApp app() throws IOException {
        return S3Application.of(SumLines.class, link.port()).conf("spark.hadoop.fs.s3a.retry.interval", "50ms");
    }

    private SparkApp cached() throws IOException {
        return S3Application.cached(app().conf("spark.tiercel.cache.page", "64k"), caches);
    }

    private Run start(SparkApp app, String... rounds) throws IOException {
        Path own = Files.createTempDirectory(directory, "run");
        List<String> arguments =
                new ArrayList<>(List.of("s3a://bucket/lines", Integer.toString(TieredClusterIT.NODES), own.toString()));
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

    private final class Run implements AutoCloseable {
        private final Path directory;
        private final Gate gate;
        private final RunningSparkApp app;

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

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }

    private int pages(int node) throws IOException {
        return pageFiles(caches.resolve(CLUSTER.get().hosts().get(node))).size();
    }

    private int allPages() throws IOException {
        return pageFiles(caches).size();
    }

    private static List<Path> pageFiles(Path below) throws IOException {
        if (!Files.exists(below)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(below)) {
            return files.filter(file -> file.getFileName().toString().matches("[0-9a-f]{64}-\\d+"))
                    .toList();
        } catch (java.io.UncheckedIOException e) {
            return List.of(); // A file went meanwhile: look again.
        }
    }

    private Path cache(String host) {
        return caches.resolve(host).resolve("tiercel-cache-" + System.getProperty("user.name"));
    }

    private static long counted(Path cache) throws IOException {
        return ByteBuffer.wrap(Files.readAllBytes(cache.resolve("used")))
                .order(ByteOrder.nativeOrder())
                .getLong();
    }

    /** All pages on all nodes are whole and right, and counted. Call when nobody uses them. */
    private void assertClean() throws IOException {
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
                    byte[] bytes = store.read(objects.get(object), page, null);
                    if (bytes != null) {
                        assertThat(bytes)
                                .isEqualTo(Arrays.copyOfRange(contents.get(object), page * PAGE, (page + 1) * PAGE));
                        checked++;
                    }
                }
            }
            assertThat(pageFiles(cache)).as("pages of known objects").hasSize(checked);
        }
    }
}
