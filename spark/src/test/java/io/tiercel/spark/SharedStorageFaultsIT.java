package io.tiercel.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import io.tiercel.cachefs.store.PagedObject;
import io.tiercel.spark.apps.SumLines;
import io.tiercel.testkit.LiveFiles;
import io.tiercel.testkit.RunningSparkApp;
import io.tiercel.testkit.SparkApp;
import io.tiercel.testkit.s3.SharedLink;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What a job with caches does when something fails that is not Spark's: its sums are right or it ends with S3A's own error, and the caches
 * hold whole pages of the right bytes, rightly counted. What {@code CachedReadsIT} shows of single readers in every build, jobs repeat with
 * {@code -Pall}.
 */
@Order(TieredClusterIT.LATE + 2)
final class SharedStorageFaultsIT extends SharedStorageRuns {
    private static final String DAMAGED = " was damaged and is deleted; it is read from the source again";

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

    /** The source answers that it is too busy, and between the rounds pages are cut short, changed and emptied under running executors. */
    @Test
    @Tag("slow")
    void aSourceThatThrottlesAndPagesThatAreDamagedWhileExecutorsRun() throws Exception {
        SparkApp app = cached().conf("spark.tiercel.cache.prefetch", "true")
                .conf("spark.hadoop.fs.s3a.retry.throttle.interval", "20ms");
        try (Run run = start(app, "throttled", "damaged")) {
            link.refuse(40);
            run.begin("throttled");
            run.awaitSum("throttled");
            assertThat(link.refusalsLeft()).isZero();
            assertThat(run.gate.awaitReached("damaged", run.app::alive)).isTrue();
            List<Path> pages = LiveFiles.pages(caches);
            assertThat(pages).hasSizeGreaterThan(PAGES / 2);
            for (int i = 0; i < pages.size(); i++) {
                byte[] bytes = Files.readAllBytes(pages.get(i));
                bytes[(int) (7919L * i % bytes.length)] ^= (byte) (1 << i % 8);
                Files.write(pages.get(i), i % 3 == 0 ? bytes : Arrays.copyOf(bytes, i % 3 == 1 ? bytes.length - 1 : 0));
            }
            run.begin("damaged");
            run.awaitEnd(0);
            run.assertSum("damaged");
        }
        assertThat(CLUSTER.get().executorLogs())
                .anyMatch(log ->
                        text(log).contains(caches.toString()) && text(log).contains(DAMAGED));
        removeDamaged(); // Those that nobody has read.
        assertClean();
    }

    /** Tasks have begun to read the first version, whose first pages are cached, when the second version comes. */
    @Test
    @Tag("slow")
    void objectsThatChangeWhileTasksReadThemAreReadAgainAndNeverMixed() throws Exception {
        try (Run run = start(cached(), "first", SumLines.PAUSING)) {
            run.begin("first");
            run.awaitSum("first");
            assertThat(run.gate.awaitReached(SumLines.PAUSING, run.app::alive)).isTrue();
            for (Path page : LiveFiles.pages(caches)) {
                if (!page.toString().matches(".*-[0-3]")) {
                    Files.delete(page);
                }
            }
            long heads = link.heads();
            run.begin(SumLines.PAUSING);
            await().atMost(LIMIT).until(() -> link.heads() >= heads + TieredClusterIT.NODES);
            for (int object = 0; object < OBJECTS; object++) {
                put(object, content(object + OBJECTS));
            }
            run.open(SumLines.MIDWAY);
            run.awaitEnd(0);
            run.assertSum(SumLines.PAUSING);
            assertThat(run.app.log()).content().contains("RemoteFileChangedException");
        }
        for (String host : CLUSTER.get().hosts()) {
            for (PagedObject object : objects) {
                assertThat(LiveFiles.pages(cache(host)).stream()
                                .map(page -> page.getFileName().toString().split("-")[0])
                                .filter(id -> id.startsWith(object.idOfAnyVersion()))
                                .distinct())
                        .as("versions of an object on %s", host)
                        .hasSizeLessThan(2);
            }
        }
    }

    @Test
    @Tag("slow")
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
        return withoutRequest(error)
                .substring(withoutRequest(error).indexOf("java.nio.file.AccessDeniedException"))
                .replaceAll("lines/\\d+", "lines/…");
    }

    /** Wrong keys from the beginning, and a path that no file system has: as without a cache, the job ends with the same line. */
    @Test
    @Tag("slow")
    void whatIsWrongFromTheBeginningEndsTheJobAsWithoutCaches() throws Exception {
        for (String path : List.of("s3a://bucket/lines", "s3x://bucket/lines")) {
            link.forbidAfter(0);
            String cached = errorAtStart(cached(), path);
            assertThat(cached).contains(path.startsWith("s3a") ? "AccessDeniedException" : "No FileSystem for scheme");
            assertThat(withoutRequest(cached)).isEqualTo(withoutRequest(errorAtStart(app(), path)));
        }
        assertThat(allPages()).isZero();
    }

    private String errorAtStart(SparkApp app, String path) throws IOException {
        SparkApp started = app.arguments(
                path, "1", Files.createTempDirectory(directory, "run").toString(), "never");
        RunningSparkApp.Outcome outcome = CLUSTER.get().run(started);
        assertThat(outcome.exitCode()).as("%s", text(outcome.log())).isNotZero();
        return text(outcome.log())
                .lines()
                .filter(line -> line.matches("[\\w.]*(AccessDenied|UnsupportedFileSystem)Exception: .*"))
                .findFirst()
                .orElseThrow(() -> new AssertionError(text(outcome.log())));
    }

    private static String withoutRequest(String error) {
        return error.replaceAll("(SDK Attempt Count|Request ID|Extended Request ID)[^,)]*", "$1");
    }

    /** The coordinator's address is a port on which nobody listens. */
    @Test
    @Tag("slow")
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
            for (Path page : LiveFiles.pages(caches)) {
                Files.setLastModifiedTime(page, FileTime.from(Instant.now().plus(Duration.ofDays(400))));
            }
            run.begin("future");
            run.awaitEnd(0);
            run.assertSum("future");
        }
        assertClean();
        assertThat(LiveFiles.pages(caches))
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
            for (Path page : LiveFiles.pages(caches)) {
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
}
