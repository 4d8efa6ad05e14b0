package io.tiercel.containers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.tiercel.assign.AssignmentPolicies;
import io.tiercel.assign.AssignmentProblem;
import io.tiercel.assign.CostModel;
import io.tiercel.assign.Decision;
import io.tiercel.assign.matching.MinCostMatching;
import io.tiercel.containers.TaskInput.ResidencySource;
import io.tiercel.hdfs.host.HostRegistry;
import io.tiercel.hdfs.host.HostRegistry.DataNodeSighting;
import io.tiercel.hdfs.locate.FileRange;
import io.tiercel.json.DecisionRecords;
import io.tiercel.json.RecordedDecision;
import io.tiercel.model.Block;
import io.tiercel.model.BlockId;
import io.tiercel.model.Replica;
import io.tiercel.model.Residency;
import io.tiercel.model.Tier;
import io.tiercel.record.ReadPlace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class ContainerRoundsTest {
    private static final long BYTES = 1 << 20;

    private static final ResidencySource NO_NEWS = new ResidencySource() {
        @Override
        public Residency of(Block block, Replica replica) {
            return replica.residency();
        }

        @Override
        public long generation() {
            return 0;
        }
    };

    private final HostRegistry hosts = new HostRegistry();

    @BeforeEach
    void hostsAreKnown() {
        // n1 and n2 in one rack, n3 in another.
        hosts.learn(List.of(
                new DataNodeSighting("n1", "10.0.0.1:1", "/a/10.0.0.1:1"),
                new DataNodeSighting("n2", "10.0.0.2:1", "/a/10.0.0.2:1"),
                new DataNodeSighting("n3", "10.0.0.3:1", "/b/10.0.0.3:1")));
    }

    @AfterEach
    void close() {
        hosts.close();
    }

    private Block block(int id, String... places) {
        return new Block(
                BYTES,
                Arrays.stream(places)
                        .map(place -> place.split(" "))
                        .map(place -> new Replica(hosts.node(place[0]), Tier.valueOf(place[1])))
                        .toList(),
                new BlockId("pool", id, 1));
    }

    private static SortedMap<Integer, List<FileRange>> oneFileEach(int tasks) {
        SortedMap<Integer, List<FileRange>> files = new TreeMap<>();
        IntStream.range(0, tasks)
                .forEach(task -> files.put(
                        task, List.of(new FileRange(new org.apache.hadoop.fs.Path("hdfs://h/" + task), 0, BYTES))));
        return files;
    }

    private TaskInput input(ResidencySource memory, int tasks, FakeLocations locations) {
        TaskInput input = new TaskInput(hosts, CostModel.trident(), memory);
        input.add(oneFileEach(tasks), locations);
        return input;
    }

    private TaskInput input(Block... blocks) {
        return input(NO_NEWS, blocks);
    }

    private TaskInput input(ResidencySource memory, Block... blocks) {
        FakeLocations locations = new FakeLocations(blocks.length);
        IntStream.range(0, blocks.length).forEach(map -> locations.located(map, blocks[map]));
        return input(memory, blocks.length, locations);
    }

    private static List<WaitingTask> waiting(int... maps) {
        return Arrays.stream(maps)
                .mapToObj(map -> new WaitingTask(map, List.of()))
                .toList();
    }

    private List<String> decide(TaskInput input, List<String> containers, List<WaitingTask> waiting, int most) {
        return decide("trident", input, containers, waiting, most);
    }

    private List<String> decide(
            String policy, TaskInput input, List<String> containers, List<WaitingTask> waiting, int most) {
        return new ContainerRounds(AssignmentPolicies.named(policy), hosts)
                .decide(input, null, containers, waiting, most, () -> false).orElseThrow().placements().stream()
                        .map(each -> "m" + waiting.get(each.waiting()).task() + "@" + containers.get(each.container())
                                + " " + each.reads())
                        .toList();
    }

    /** Map 0 has an SSD on both nodes, map 1 on one only: whoever comes first must not take it. */
    @Test
    void mapsGoWhereAllTogetherReadFastest() {
        TaskInput input = input(block(0, "n1 SSD", "n2 SSD"), block(1, "n1 SSD", "n2 HDD"));

        assertThat(decide(input, List.of("n1", "n2"), waiting(0, 1), 2)).containsExactly("m0@n2 SSD", "m1@n1 SSD");
        assertThat(decide("stock", input, List.of("n1", "n2"), waiting(0, 1), 2))
                .containsExactly("m0@n1 SSD", "m1@n2 HDD");
    }

    @Test
    void eachContainerOfANodeIsGivenOnce() {
        TaskInput input = input(block(0, "n1 SSD"), block(1, "n1 SSD"), block(2, "n1 SSD"));
        List<Placement> placements = new ContainerRounds(AssignmentPolicies.named("trident"), hosts)
                .decide(input, null, List.of("n1", "n3", "n1"), waiting(0, 1, 2), 3, () -> false)
                .orElseThrow()
                .placements();

        assertThat(placements).extracting(Placement::container).containsExactlyInAnyOrder(0, 1, 2);
        assertThat(placements)
                .extracting(Placement::reads)
                .containsExactly(ReadPlace.SSD, ReadPlace.SSD, ReadPlace.REMOTE);
    }

    @Test
    void theCheapestMapsGoFirstIfNotAllMay() {
        TaskInput input = input(block(0, "n1 HDD"), block(1, "n2 SSD"), block(2, "n3 MEMORY"));

        assertThat(decide(input, List.of("n1", "n2", "n3"), waiting(0, 1, 2), 2))
                .containsExactly("m2@n3 MEMORY", "m1@n2 SSD");
    }

    @Test
    void mapsNotLocatedAreScheduledByTheirHosts() {
        FakeLocations locations = new FakeLocations(2).located(1, block(1, "n1 SSD"));
        TaskInput input = input(NO_NEWS, 2, locations);
        List<WaitingTask> waiting = List.of(
                new WaitingTask(0, List.of("n2")),
                new WaitingTask(1, List.of("n1")),
                new WaitingTask(2, List.of("n3")));

        assertThat(decide(input, List.of("n3", "n2", "n1"), waiting, 3))
                .containsExactly("m1@n1 SSD", "m0@n2 UNKNOWN", "m2@n3 UNKNOWN");

        locations.located(0, block(0, "n3 SSD"));
        assertThat(decide(input, List.of("n3"), waiting, 1)).containsExactly("m0@n3 SSD");
    }

    @Test
    void aMapOverTheRacksNetworkReadsFromTheRack() {
        assertThat(decide(input(block(0, "n1 SSD")), List.of("n2"), waiting(0), 1))
                .containsExactly("m0@n2 RACK");
    }

    @Test
    void newsOfMemoryChangesPrices() {
        var memory = new ResidencySource() {
            int node = -1;
            long news;

            @Override
            public Residency of(Block block, Replica replica) {
                return replica.node() == node ? Residency.FULL : Residency.NONE;
            }

            @Override
            public long generation() {
                return news;
            }
        };
        TaskInput input = input(memory, block(0, "n1 SSD", "n2 HDD"));
        assertThat(decide(input, List.of("n1", "n2"), waiting(0), 1)).containsExactly("m0@n1 SSD");

        memory.node = hosts.node("n2");
        memory.news++;
        assertThat(decide(input, List.of("n1", "n2"), waiting(0), 1)).containsExactly("m0@n2 MEMORY");
    }

    /** Quartet's order (section 4.2), whoever has brought a block into memory. */
    @Test
    void quartetStartsMapsWithBlocksInMemoryFirst() {
        var memory = new ResidencySource() {
            @Override
            public Residency of(Block block, Replica replica) {
                boolean isThere = replica.node() == hosts.node(block.id().id() == 2 ? "n1" : "n2");
                return block.id().id() > 0 && isThere ? Residency.FULL : Residency.NONE;
            }

            @Override
            public long generation() {
                return 0;
            }
        };
        TaskInput input =
                input(memory, block(0, "n1 HDD", "n2 HDD"), block(1, "n1 HDD", "n2 HDD"), block(2, "n1 HDD", "n2 HDD"));

        assertThat(decide("quartet", input, List.of("n1"), waiting(0, 1, 2), 1)).containsExactly("m2@n1 MEMORY");
        assertThat(decide("quartet", input, List.of("n1"), waiting(0, 1), 1))
                .as("the other is in memory elsewhere")
                .containsExactly("m0@n1 HDD");
    }

    @Test
    void aSpentBudgetLeavesTheRoundToTheStockCode() {
        assertThat(new ContainerRounds(AssignmentPolicies.named("trident"), hosts)
                        .decide(input(block(0, "n1 SSD")), null, List.of("n1"), waiting(0), 1, () -> true))
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("io.tiercel.assign.AssignmentPolicies#names")
    void everyPolicyWarmsUp(String policy) {
        assertThatCode(() -> new ContainerRounds(AssignmentPolicies.named(policy), hosts).warmUp(CostModel.trident()))
                .doesNotThrowAnyException();
    }

    @Test
    void aRoundGoesOnWhereTheLastOneRanOutOfTime() {
        TaskInput input = input(block(0, "n1 SSD"), block(1, "n1 SSD"), block(2, "n1 SSD"));
        AtomicInteger steps = new AtomicInteger();

        assertThat(input.price(waiting(0, 1, 2), () -> steps.incrementAndGet() > 2))
                .isEmpty();
        steps.set(1);
        assertThat(input.price(waiting(0, 1, 2), () -> steps.incrementAndGet() > 2))
                .isPresent();
    }

    @Test
    void thousandsOfMapsAreDecidedExactlyToo() {
        Block[] blocks = IntStream.range(0, 3_000)
                .mapToObj(map -> block(map, "n1 " + (map == 2_999 ? "SSD" : "HDD"), "n2 HDD"))
                .toArray(Block[]::new);
        int[] all = IntStream.range(0, 3_000).toArray();

        assertThat(decide(input(blocks), List.of("n1", "n2"), waiting(all), 2))
                .containsExactly("m2999@n1 SSD", "m0@n2 HDD");
    }

    @Test
    void recordsOfRoundsSayWhatWasDecided(@TempDir Path directory) throws Exception {
        TaskInput input = input(block(0, "n1 SSD", "n2 SSD"), block(1, "n1 SSD", "n2 HDD"), block(2, "n3 HDD"));
        List<WaitingTask> waiting = waiting(0, 2, 1);
        ContainerRounds.Round round = new ContainerRounds(AssignmentPolicies.named("trident"), hosts)
                .decide(input, null, List.of("n1", "n2"), waiting, 2, () -> false)
                .orElseThrow();
        try (DecisionLog log = new DecisionLog(
                directory.toUri().toString(),
                new Configuration(false),
                UserGroupInformation.createRemoteUser("somebody"),
                "attempt_1",
                "trident",
                CostModel.trident())) {
            log.decided(0, round.match().decided(), round.match().tasks(), hosts::name, 5);
        }

        List<String> lines = Files.readAllLines(directory.resolve("decisions-attempt_1.jsonl"));
        assertThat(lines).hasSize(1);
        assertThat(lines.get(0)).contains("\"indexes\":[0,2,1]");
        RecordedDecision recorded = DecisionRecords.parse(lines.get(0));
        AssignmentProblem problem = recorded.round().problem();
        Decision again = AssignmentPolicies.named("trident").decide(problem);
        assertThat(recorded.assignment()).containsExactly(again.assignment().toArray());
        assertThat(MinCostMatching.solve(problem).certificate().check(problem, again.assignment()))
                .isEmpty();
        assertThat(new ArrayList<>(round.placements())).hasSize(2);
    }
}
