package io.tiercel.suites.hive;

import static io.tiercel.suites.hive.HiveWorld.until;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tiercel.client.FakeCoordinator;
import io.tiercel.protocol.JobState;
import io.tiercel.protocol.PrefetchRequest;
import io.tiercel.testkit.HiveSession;
import io.tiercel.testkit.process.ClusterException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A real Hive with the hook of the jar that ships, on a real HDFS; the coordinator and the kernel say what is in memory. */
final class HintedQueriesIT {
    private static final int KIB = 1024;
    private static final String COUNT = "select d, count(*) from sales where d <> '2' group by d order by d";
    private static final List<String> COUNTED = List.of("0\t1500", "1\t100", "3\t700");

    private static final Duration ENOUGH_FOR_A_HINT = Duration.ofMillis(500);

    private static HiveWorld world;
    private static HiveSession hive;

    @BeforeAll
    static void start() throws IOException {
        world = HiveWorld.start();
        hive = world.hive(Path.of(System.getProperty("tiercel.hive.jar"))).start();
        // Of several blocks, of one, of several, of one.
        world.table(hive, "sales", 1500, 100, 2000, 700);
        world.table(hive, "stores", 10, 20);
        hive.run("create view first_sales as select * from sales where d = '0'");
    }

    @AfterAll
    static void stop() {
        if (hive != null) {
            hive.close();
        }
        if (world != null) {
            world.close();
        }
    }

    @AfterEach
    void reset() {
        hive.run("set tiercel.coordinator=" + world.coordinator);
        hive.run("set hive.execution.engine=tez");
        until(() -> world.hdfs.lockedBytes() == 0);
    }

    private static String log() throws IOException {
        return Files.readString(hive.log());
    }

    @Test
    void thePartitionsThatAQueryReadsAreInMemoryWhileItRuns() throws IOException {
        readPartitionsAreInMemory("tez");
    }

    @Test
    @Tag("slow")
    void thePartitionsThatAQueryReadsAreInMemoryWhileItRunsInMapReduce() throws IOException {
        readPartitionsAreInMemory("mr");
    }

    private static void readPartitionsAreInMemory(String engine) throws IOException {
        hive.run("set hive.execution.engine=" + engine);
        HiveWorld.Gate gate = HiveWorld.Gate.closed();
        CompletableFuture<HiveSession.Result> query =
                CompletableFuture.supplyAsync(() -> hive.run(gate.count("sales where d in ('0', '3')")));
        try {
            until(() -> world.hdfs.lockedBytes() == 2200 * KIB);
            // The coordinator knows once the agents have reported.
            until(() -> world.pinned("/sales/d=0") == 1500 * KIB && world.pinned("/sales/d=3") == 700 * KIB);
            assertThat(world.pinned("/sales/d=1") + world.pinned("/sales/d=2")).isZero();
            assertThat(world.jobs()).singleElement().satisfies(job -> {
                assertThat(job.getUser()).isEqualTo(System.getProperty("user.name"));
                assertThat(job.getBlocks().getWantedBytes()).isEqualTo(2200 * KIB);
            });
            assertThat(query).isNotDone();
        } finally {
            gate.open();
        }
        assertThat(query.join().rows()).containsExactly("2200");
        until(() -> world.hdfs.lockedBytes() == 0);
        assertThat(world.jobs()).extracting(JobState::getJob).isEmpty();
    }

    @Test
    void aQueryThatFailsGivesItsInputBack() throws IOException {
        try (FakeCoordinator coordinator = new FakeCoordinator()) {
            assertThatThrownBy(() -> run(
                            coordinator,
                            1,
                            "select count(*) from sales where d = '1' and assert_true(id < 50) is null"))
                    .hasCauseInstanceOf(ClusterException.class);

            assertThat(hinted(coordinator)).containsExactly("/sales/d=1");
            until(() -> coordinator.heard.stream().anyMatch(call -> call.startsWith("release ")));
        }
    }

    /** Paths in the order in which they are needed, each once. */
    private static List<String> hinted(FakeCoordinator coordinator) {
        return coordinator.hints.stream()
                .sorted(Comparator.comparing(PrefetchRequest::getNeededInMillis))
                .flatMap(request -> request.getDataList().stream())
                .map(data -> data.getPath().replaceFirst("hdfs://[^/]*", ""))
                .distinct()
                .toList();
    }

    /** Runs a statement, and holds it before its execution until so many paths are hinted: a query that has ended hints nothing more. */
    private static HiveSession.Result run(FakeCoordinator coordinator, int hints, String statement) throws IOException {
        return runHeld(
                coordinator,
                statement,
                running -> until(() -> hinted(coordinator).size() >= hints || running.isDone()));
    }

    /** Runs a statement, and holds it before its execution. */
    private static HiveSession.Result runHeld(
            FakeCoordinator coordinator, String statement, Consumer<CompletableFuture<HiveSession.Result>> meanwhile)
            throws IOException {
        HiveWorld.Gate gate = HiveWorld.Gate.closed();
        hive.run("set tiercel.coordinator=" + coordinator.address());
        hive.run("set tiercel.testkit.gate=" + gate.file());
        try {
            CompletableFuture<HiveSession.Result> running = CompletableFuture.supplyAsync(() -> hive.run(statement));
            try {
                meanwhile.accept(running);
            } finally {
                gate.open();
            }
            return running.join();
        } finally {
            hive.run("set tiercel.testkit.gate=");
        }
    }

    private static void assertHints(String statement, String... paths) throws IOException {
        try (FakeCoordinator coordinator = new FakeCoordinator()) {
            run(coordinator, paths.length, statement);
            assertThat(hinted(coordinator)).containsExactly(paths);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"tez", "mr"})
    void tablesAreHintedInTheOrderOfStages(String engine) throws IOException {
        hive.run("set hive.execution.engine=" + engine);
        // The large table's vertex waits for the small one's, which it gets as a whole.
        assertHints(
                "select count(*) from sales s join stores t on s.id = t.id where s.d = '0' and t.d = '1'",
                "/stores/d=1",
                "/sales/d=0");
    }

    @Test
    void viewsUnionsAndInsertsAreSeenThrough() throws IOException {
        assertHints("select count(*) from first_sales", "/sales/d=0");
        try (FakeCoordinator coordinator = new FakeCoordinator()) {
            run(
                    coordinator,
                    3,
                    "select count(*) from (select id from sales where d = '3' union all select id from stores) u");
            assertThat(hinted(coordinator)).containsExactlyInAnyOrder("/sales/d=3", "/stores/d=0", "/stores/d=1");
        }
        assertHints("create table copied as select id from stores where d = '0'", "/stores/d=0");
        assertHints(
                "insert into stores partition (d='1') select id, v from sales where d = '1' and id < 0", "/sales/d=1");
    }

    @Test
    void whatReadsNoTableHintsNothing() throws IOException {
        try (FakeCoordinator coordinator = new FakeCoordinator()) {
            hive.run("set hive.fetch.task.conversion=more");
            for (String statement : List.of(
                    "explain select count(*) from sales",
                    "show partitions sales",
                    "create table nothing (id int)",
                    "select 1 + 1",
                    "insert into nothing values (1)",
                    "select * from sales where d = '1' limit 1")) {
                hintsNothing(coordinator, statement);
            }
            hive.run("set hive.fetch.task.conversion=none");
            hive.run("set tiercel.hive.hint=false");
            hintsNothing(coordinator, "select count(*) from sales");
        } finally {
            hive.run("set hive.fetch.task.conversion=none");
            hive.run("set tiercel.hive.hint=true");
        }
    }

    /** Held for a while, in which a hint would come. */
    private static void hintsNothing(FakeCoordinator coordinator, String statement) throws IOException {
        runHeld(coordinator, statement, running -> await().during(ENOUGH_FOR_A_HINT)
                .until(() -> hinted(coordinator).isEmpty()));
    }

    @Test
    void tablesThatAreNotInHdfsAreLeftOut() throws IOException {
        Path directory = Files.createTempDirectory("table");
        Files.writeString(directory.resolve("rows"), "1\n2\n");
        hive.run("create external table here (id int) location '" + directory.toUri() + "'");

        assertHints("select count(*) from here h join stores t on h.id = t.id where t.d = '0'", "/stores/d=0");
    }

    @Test
    void emptyPartitionsChangeNothing() throws IOException {
        world.table(hive, "bare");
        hive.run("alter table bare add partition (d='0') partition (d='1')");
        world.write("/bare/d=1/rows", 0);
        assertThat(hive.run("select count(*) from bare").rows()).containsExactly("0");
    }

    @Test
    void aCoordinatorThatIsAwayChangesNothing() throws IOException {
        hive.run("set tiercel.coordinator=127.0.0.1:1");
        assertThat(hive.run(COUNT).rows()).isEqualTo(COUNTED);

        assertThat(log().lines().filter(line -> line.contains("is not brought into memory: ")))
                .anyMatch(line -> line.contains("127.0.0.1:1"));
    }

    @Test
    void aCoordinatorThatHangsChangesNothing() throws IOException {
        try (FakeCoordinator coordinator = new FakeCoordinator()) {
            coordinator.silent = true;

            assertThat(run(coordinator, 3, COUNT).rows()).isEqualTo(COUNTED);
            assertThat(hinted(coordinator)).hasSize(3);
            assertThat(log()).contains("the coordinator has not answered by the query's end");
        }
    }

    @Test
    void aWrongValueIsOneLine() throws IOException {
        hive.run("set tiercel.hive.budget=soon");
        try {
            assertThat(hive.run(COUNT).rows()).isEqualTo(COUNTED);
        } finally {
            hive.run("set tiercel.hive.budget=100ms");
        }
        assertThat(log())
                .contains(
                        "hints nothing, because its configuration is wrong: tiercel.hive.budget: expected a duration");
    }

    /** As Hive's older hooks do it, and with the end left out. */
    @Test
    void theHooksOfSingleEventsDoAsWell() throws IOException {
        hive.run("set hive.query.lifetime.hooks=");
        try (FakeCoordinator coordinator = new FakeCoordinator()) {
            hive.run("set tiercel.coordinator=" + coordinator.address());
            hive.run("set hive.exec.pre.hooks=" + HiveWorld.HOOK);
            assertThat(hive.run(COUNT).rows()).isEqualTo(COUNTED);
            assertThat(hinted(coordinator)).isEmpty();
            assertThat(log()).contains("hints nothing: expected " + HiveWorld.HOOK + " in hive.query.lifetime.hooks");

            hive.run("set hive.exec.post.hooks=" + HiveWorld.HOOK);
            hive.run("set hive.exec.failure.hooks=" + HiveWorld.HOOK);
            hive.run("set hive.exec.pre.hooks=" + HiveWorld.HOOK_AND_GATE);
            assertThat(run(coordinator, 3, COUNT).rows()).isEqualTo(COUNTED);
            assertThat(hinted(coordinator)).hasSize(3);
            until(() -> coordinator.heard.stream().anyMatch(call -> call.startsWith("release ")));
        } finally {
            Stream.of("pre", "post", "failure").forEach(event -> hive.run("set hive.exec." + event + ".hooks="));
            hive.run("set hive.query.lifetime.hooks=" + HiveWorld.HOOK_AND_GATE);
        }
    }

    /** The hook's own classes without those that they need, as a jar of another version could be. */
    @Test
    void aBrokenHookChangesNothing() throws IOException {
        Path classes = Path.of(System.getProperty("tiercel.home"), "hive", "target", "classes");
        try (HiveSession broken = world.hive(classes).start()) {
            broken.run("create external table plain (line string) location '/stores/d=0'");

            assertThat(broken.run("select count(*) from plain").rows()).containsExactly("10");
            assertThat(Files.readString(broken.log()))
                    .contains(
                            "Tiercel: a hook has failed; the query goes on without it: java.lang.NoClassDefFoundError");
        }
    }

    /** Hive loads its hooks itself, and takes one that is missing for an error. The documentation says so. */
    @Test
    void aJarThatIsNotThereIsHivesOwnError() {
        hive.run("set hive.query.lifetime.hooks=" + HiveWorld.HOOK + "OfAnotherJar");
        try {
            assertThatThrownBy(() -> hive.run("select count(*) from stores where d = '0'"))
                    .hasMessageContaining(HiveWorld.HOOK + "OfAnotherJar");
        } finally {
            hive.run("set hive.query.lifetime.hooks=" + HiveWorld.HOOK_AND_GATE);
        }
    }

    /** A session that is killed gives nothing back; its leases end. */
    @Test
    @Tag("slow")
    void theLeaseEndsWhatAKilledHiveHasHinted() throws IOException {
        HiveWorld.Gate gate = HiveWorld.Gate.closed();
        try (HiveSession killed =
                world.hive(Path.of(System.getProperty("tiercel.hive.jar"))).start()) {
            killed.run("create external table plain (id string) location '/stores/d=1'");
            CompletableFuture<HiveSession.Result> query =
                    CompletableFuture.supplyAsync(() -> killed.run(gate.count("plain")));
            until(() -> world.hdfs.lockedBytes() == 20 * KIB);
            killed.kill();
            assertThatThrownBy(query::join).hasCauseInstanceOf(ClusterException.class);
        } finally {
            gate.open();
        }
        until(() -> world.hdfs.lockedBytes() == 0);
    }
}
