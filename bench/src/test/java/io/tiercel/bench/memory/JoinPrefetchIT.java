package io.tiercel.bench.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tiercel.bench.faults.Conductor;
import io.tiercel.json.RecordedPlan;
import io.tiercel.record.ReadPlace;
import io.tiercel.record.StageSummary;
import io.tiercel.testkit.RunningSparkApp;
import io.tiercel.testkit.SharedCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Queries that join two cold tables, by broadcast or by shuffling both. Tasks over the first table compute, and leave devices to the agents meanwhile. The first query of an application teaches how long tasks compute, and is not looked at.
 */
@Order(3)
@Tag("slow")
final class JoinPrefetchIT {
    /** Blocks of the first table: one wave. */
    private static final int SMALL = MemoryWorld.NODES * MemoryWorld.SLOTS;

    private static final int LARGE = 6 * SMALL;
    private static final long COMPUTES = 4_000;

    @RegisterExtension
    static final SharedCluster<MemoryWorld> CLUSTER = MemoryWorld.shared();

    private static MemoryWorld world;

    @TempDir
    private Path directory;

    @BeforeAll
    static void takeCluster() throws IOException {
        world = CLUSTER.get();
        world.awaitIdle();
        world.write("/small", SMALL);
        world.write("/large", LARGE);
    }

    /**
     * A query.
     *
     * @param millis that it took
     * @param planned how many blocks the query's plan for a table took, at most: fewer than all on a busy machine
     * @param isLast whether the large table's stage was submitted last
     * @param there how many blocks of the large table were in memory when its stage was submitted
     * @param atStart how many were, of its tasks, when those started: on whichever node
     */
    private record Query(long millis, int planned, boolean isLast, long there, int atStart) {}

    /** The second table's stage is submitted when the first has been read. How long queries take is printed: what is saved drowns on a busy machine. */
    @Test
    void theSecondTableOfABroadcastJoinIsInMemoryBeforeItsScanStarts() throws IOException {
        List<Query> byStage = run("broadcast", 2, Map.of("spark.tiercel.prefetch.queries", "false"));
        List<Query> byQuery = run("broadcast", 2, Map.of());
        System.out.println("broadcast join, prefetched by stage: " + byStage);
        System.out.println("broadcast join, prefetched by query: " + byQuery);

        assertThat(byStage).allMatch(query -> query.isLast() && query.there() == 0);
        assertThat(byQuery)
                .allMatch(query -> query.isLast() && query.planned() >= LARGE / 2)
                .allMatch(query -> query.there() >= 0.9 * query.planned());
    }

    /**
     * The stages of both tables are submitted at once, in whatever order. The large table's first wave, a sixth of it, may start
     * before its blocks are there.
     */
    @Test
    void theLargeTableOfASortMergeJoinIsInMemoryBeforeItsLaterWavesStart() throws IOException {
        List<Query> byQuery = run("merge", 1, Map.of());
        System.out.println("sort-merge join, prefetched by query: " + byQuery);

        assertThat(byQuery).allMatch(query -> query.atStart() >= 0.8 * LARGE);
    }

    /** The queries of an application that joins in this way, without the first query. */
    private List<Query> run(String how, int rounds, Map<String, String> more) throws IOException {
        Path records = Files.createTempDirectory(directory, how);
        Map<String, String> conf = new HashMap<>(more);
        conf.put("spark.tiercel.prefetch", "cost");
        conf.put("spark.tiercel.coordinator", world.coordinator());
        // So that an HDD, of score 20, is as fast as it is.
        conf.put("spark.tiercel.score.unit", Long.toString(20 * MemoryWorld.BYTES_PER_SECOND));
        List<Long> millis = new ArrayList<>();
        try (Conductor conductor = new Conductor();
                RunningSparkApp app =
                        world.submit(world.join(conductor, "/small", "/large", COMPUTES, records, conf))) {
            conductor.ready();
            for (int round = 0; round <= rounds; round++) {
                cool();
                conductor.say(how);
                String[] result = conductor.awaitLine("result ", 1).split(" ");
                assertThat(result[0]).isEqualTo(Integer.toString(LARGE));
                millis.add(Long.parseLong(result[1]));
            }
            conductor.end();
            MemoryWorld.ours(app.await().orThrow()).forEach(System.out::println);
        }
        return queries(records, millis);
    }

    private static List<Query> queries(Path records, List<Long> millis) throws IOException {
        List<RecordedPlan> plans = MemoryWorld.plans(records);
        List<RecordedPlan> scans = plans.stream()
                .filter(plan -> plan.about().stage() >= 0)
                .sorted(Comparator.comparing(plan -> plan.about().timeMillis()))
                .toList();
        assertThat(scans).hasSize(2 * millis.size());
        List<Query> queries = new ArrayList<>();
        for (int round = 1; round < millis.size(); round++) {
            // Spark submits the stages of a sort-merge join from two threads.
            RecordedPlan large = scans.subList(2 * round, 2 * round + 2).stream()
                    .filter(plan -> plan.problem().blocks().size() == LARGE)
                    .findFirst()
                    .orElseThrow();
            RecordedPlan last = scans.get(2 * round + 1);
            StageSummary stage = MemoryWorld.stages(records).stream()
                    .filter(each -> each.stage() == large.about().stage())
                    .findFirst()
                    .orElseThrow();
            long before = scans.get(2 * round - 1).about().timeMillis();
            int planned = plans.stream()
                    .filter(plan -> plan.about().stage() < 0)
                    .filter(plan -> plan.about().timeMillis() > before
                            && plan.about().timeMillis() <= last.about().timeMillis())
                    .mapToInt(plan -> plan.plan().taken().size())
                    .max()
                    .orElse(0);
            int atStart = stage.reads().possible().getOrDefault(ReadPlace.MEMORY, 0);
            queries.add(new Query(millis.get(round), planned, large == last, there(large), atStart));
        }
        return queries;
    }

    private static long there(RecordedPlan plan) {
        return plan.problem().blocks().stream()
                .filter(block -> block.readyAt() == 0)
                .count();
    }

    /** Nothing of the tables is in memory any more, and it is known. */
    private static void cool() {
        await().atMost(Duration.ofMinutes(1)).until(() -> world.locked() == 0);
        world.cluster().evictPageCache();
        await().atMost(Duration.ofMinutes(1)).until(() -> world.cached("/small") == 0 && world.cached("/large") == 0);
    }
}
