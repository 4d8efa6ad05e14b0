package io.tiercel.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tiercel.cachefs.store.Eviction;
import io.tiercel.cachefs.store.ObjectVersion;
import io.tiercel.cachefs.store.PageStore;
import io.tiercel.cachefs.store.PagedObject;
import io.tiercel.spark.apps.Gate;
import io.tiercel.spark.apps.HoldTasks;
import io.tiercel.spark.apps.SumLines;
import io.tiercel.testkit.LiveFiles;
import io.tiercel.testkit.RunningSparkApp;
import io.tiercel.testkit.SharedCluster;
import io.tiercel.testkit.SparkApp;
import io.tiercel.testkit.TieredCluster;
import io.tiercel.testkit.s3.S3Server;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What caches evict while tasks of a real application wait for slots. */
@Order(TieredClusterIT.LATE + 3)
final class SharedStorageEvictionIT {
    private static final int OBJECTS = 16;
    private static final int LINES = (1 << 20) / 64;
    private static final int PAGE = 64 << 10;

    /** Of which pins may hold three quarters: all of the input, should one node have read it alone. */
    private static final long BUDGET = 24 << 20;

    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final Pattern RANGE = Pattern.compile("[ ,](\\d+)-(\\d+)");

    @RegisterExtension
    static final SharedCluster<TieredCluster> CLUSTER = TieredClusterIT.shared();

    @TempDir
    private Path directory;

    private Path cache(String host) {
        return directory.resolve("caches").resolve(host).resolve("tiercel-cache-" + System.getProperty("user.name"));
    }

    private static String content(int object) {
        StringBuilder lines = new StringBuilder();
        for (int line = 0; line < LINES; line++) {
            lines.append(String.format("%06d %056d%n", object, line));
        }
        return lines.toString();
    }

    private static Set<String> pages(Path cache) throws IOException {
        return LiveFiles.pages(cache.resolve("pages")).stream()
                .map(file -> file.getFileName().toString())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** How many pages are pinned in a cache. */
    private static int pinned(Path cache) throws IOException {
        int pinned = 0;
        try (Stream<Path> files = Files.list(cache)) {
            for (Path pins : files.filter(file -> file.getFileName().toString().startsWith("pins-"))
                    .toList()) {
                for (Matcher range = RANGE.matcher(Files.readString(pins)); range.find(); ) {
                    pinned += Integer.parseInt(range.group(2)) - Integer.parseInt(range.group(1)) + 1;
                }
            }
        }
        return pinned;
    }

    /**
     * Four tasks run and twelve wait; none has read. This process reads three times the budget through each node's cache meanwhile: it
     * shares the directory, as an executor of another application does.
     */
    @Test
    void aScanDoesNotPushOutWhatPlannedTasksAreGoingToRead() throws Exception {
        plannedPagesStay(Eviction.SIEVE);
    }

    @ParameterizedTest
    @Tag("slow")
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "SIEVE")
    void aScanUnderAnotherPolicyDoesNotEither(Eviction eviction) throws Exception {
        plannedPagesStay(eviction);
    }

    private void plannedPagesStay(Eviction eviction) throws Exception {
        long expected = 0;
        try (S3Server server = S3Server.start(directory.resolve("objects"), "bucket")) {
            for (int object = 0; object < OBJECTS; object++) {
                String content = content(object);
                server.put("bucket", "lines/" + object, content.getBytes(StandardCharsets.US_ASCII));
                expected += content.lines().mapToLong(SumLines::value).sum();
            }
            Path own = Files.createDirectory(directory.resolve("run"));
            try (RunningSparkApp app = CLUSTER.get().submit(app(server.port(), eviction, own))) {
                Gate gate = new Gate(own);
                assertThat(gate.awaitReached(HoldTasks.PLANNED, app::alive)).isTrue();
                gate.open(HoldTasks.PLANNED);
                Map<String, Set<String>> planned = awaitPins();
                for (String host : CLUSTER.get().hosts()) {
                    scan(cache(host), eviction);
                }
                assertHeld(planned);
                Files.createFile(own.resolve(HoldTasks.READ));
                assertThat(app.await().exitCode())
                        .as("%s", Files.readString(app.log()))
                        .isZero();
            }
            assertThat(Files.readString(own.resolve(HoldTasks.SUM))).isEqualTo(Long.toString(expected));
        }
    }

    private SparkApp app(int port, Eviction eviction, Path own) throws IOException {
        SparkApp app = S3Application.of(HoldTasks.class, port)
                .conf("spark.tiercel.cache.page", "64k")
                .conf("spark.tiercel.cache.budget", Long.toString(BUDGET))
                .conf("spark.tiercel.cache.eviction", eviction.key());
        return S3Application.cached(app, directory.resolve("caches"))
                .arguments("s3a://bucket/lines", Integer.toString(TieredClusterIT.NODES), own.toString());
    }

    /** Returns when all pages of all nodes are pinned. @return the pages by host */
    private Map<String, Set<String>> awaitPins() {
        Map<String, Set<String>> planned = new HashMap<>();
        for (String host : CLUSTER.get().hosts()) {
            await().atMost(LIMIT).untilAsserted(() -> {
                Set<String> here = pages(cache(host));
                assertThat(pinned(cache(host))).isEqualTo(here.size());
                planned.put(host, here);
            });
        }
        assertThat(planned.values().stream().mapToInt(Set::size).sum())
                .as("pages of the input, some of them twice")
                .isGreaterThanOrEqualTo(OBJECTS * LINES * 64 / PAGE);
        return planned;
    }

    private static void scan(Path cache, Eviction eviction) throws IOException {
        PageStore store = PageStore.open(cache, BUDGET, eviction, InstantSource.system());
        PagedObject other = new PagedObject(new ObjectVersion("bucket", "other", "tag", 3 * BUDGET), PAGE);
        for (int page = 0; page < other.pages(); page++) {
            assertThat(store.write(other, page, new byte[PAGE])).isTrue();
            store.read(other, page, ByteBuffer.allocate(PAGE));
        }
        List<Integer> left = IntStream.range(0, other.pages())
                .filter(page -> store.has(other, page))
                .boxed()
                .toList();
        assertThat(left).as("pages of the scan").isNotEmpty().hasSizeLessThan(other.pages() / 2);
    }

    private void assertHeld(Map<String, Set<String>> planned) throws IOException {
        for (Map.Entry<String, Set<String>> host : planned.entrySet()) {
            assertThat(pages(cache(host.getKey())))
                    .as(
                            "%s, which held %d pages",
                            host.getKey(), host.getValue().size())
                    .containsAll(host.getValue());
        }
    }
}
