package io.tiercel.containers;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.assign.AssignmentPolicies;
import io.tiercel.assign.AssignmentPolicy;
import io.tiercel.assign.CostModel;
import io.tiercel.assign.Reason;
import io.tiercel.containers.TaskInput.ResidencySource;
import io.tiercel.hdfs.host.HostRegistry;
import io.tiercel.hdfs.host.HostRegistry.DataNodeSighting;
import io.tiercel.hdfs.locate.FileRange;
import io.tiercel.json.ReadPlanRecords;
import io.tiercel.json.StartsRecords;
import io.tiercel.model.Block;
import io.tiercel.model.BlockId;
import io.tiercel.model.Replica;
import io.tiercel.model.Residency;
import io.tiercel.model.Tier;
import io.tiercel.plan.dispatch.Dispatch;
import io.tiercel.plan.dispatch.ReadPlan;
import io.tiercel.protocol.AskPreferences;
import io.tiercel.record.StartsRecord;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rounds under policy {@code tiercel}, whose plan knows how much each device has to read. */
final class PlannedRoundsTest {
    private static final long BYTES = 64 << 20;
    private static final int MANY = 16;

    static final ResidencySource NO_NEWS = new ResidencySource() {
        @Override
        public Residency of(Block block, Replica replica) {
            return replica.residency();
        }

        @Override
        public long generation() {
            return 0;
        }
    };

    private final AssignmentPolicy tiercel = AssignmentPolicies.named("tiercel");
    private final HostRegistry hosts = new HostRegistry();
    private final FakeLocations locations = new FakeLocations(MANY);
    private final TaskInput input = new TaskInput(hosts, CostModel.trident(), NO_NEWS);
    private final List<Runnable> elsewhere = new ArrayList<>();
    private long nanos;
    private long nanosPerLook;
    private final JobPlans job = new JobPlans(
            hosts,
            () -> CompletableFuture.completedFuture(Optional.empty()),
            elsewhere::add,
            () -> nanos += nanosPerLook);
    private final StageReads reads = job.stage(input);

    @BeforeEach
    void inputIsNamed() {
        hosts.learn(List.of(
                new DataNodeSighting("n1", "10.0.0.1:1", "/a/10.0.0.1:1"),
                new DataNodeSighting("n2", "10.0.0.2:1", "/a/10.0.0.2:1"),
                new DataNodeSighting("n3", "10.0.0.3:1", "/b/10.0.0.3:1")));
        SortedMap<Integer, List<FileRange>> files = new TreeMap<>();
        IntStream.range(0, MANY)
                .forEach(task -> files.put(
                        task, List.of(new FileRange(new org.apache.hadoop.fs.Path("hdfs://h/" + task), 0, BYTES))));
        input.add(files, locations);
    }

    @AfterEach
    void close() {
        hosts.close();
    }

    /** @param places such as {@code n1 SSD disk0} */
    private void located(int task, String... places) {
        List<Replica> replicas = Arrays.stream(places)
                .map(place -> place.split(" "))
                .map(place -> new Replica(
                        hosts.node(place[0]),
                        Tier.valueOf(place[1]),
                        Residency.NONE,
                        hosts.volume(place[0] + place[2])))
                .toList();
        locations.located(task, new Block(BYTES, replicas, new BlockId("pool", task, 1)));
    }

    private void allOnOneSsdAndOneHdd() {
        IntStream.range(0, MANY).forEach(task -> located(task, "n1 SSD s", "n2 HDD h"));
    }

    private static List<WaitingTask> waiting(int... tasks) {
        return Arrays.stream(tasks)
                .mapToObj(task -> new WaitingTask(task, List.of("n1", "n2")))
                .toList();
    }

    private static List<WaitingTask> allWait() {
        return waiting(IntStream.range(0, MANY).toArray());
    }

    private static List<String> containers(int onFirst, int onSecond) {
        List<String> all = new ArrayList<>(Collections.nCopies(onFirst, "n1"));
        all.addAll(Collections.nCopies(onSecond, "n2"));
        return all;
    }

    private ContainerRounds.Round round(List<String> containers, List<WaitingTask> waiting, int most) {
        return new ContainerRounds(tiercel, hosts)
                .decide(input, reads, containers, waiting, most, () -> false)
                .orElseThrow();
    }

    private ContainerRounds.Round round(List<String> containers, List<WaitingTask> waiting) {
        return round(containers, waiting, containers.size());
    }

    /** How many tasks each node gets. */
    private static Map<String, Integer> counts(ContainerRounds.Round round, List<String> containers) {
        Map<String, Integer> counts = new TreeMap<>();
        round.placements().forEach(each -> counts.merge(containers.get(each.container()), 1, Integer::sum));
        return counts;
    }

    private void carryOut(ContainerRounds.Round round, List<String> containers, List<WaitingTask> waiting) {
        Map<Integer, Integer> nodes = new HashMap<>();
        round.placements()
                .forEach(each ->
                        nodes.put(waiting.get(each.waiting()).task(), hosts.node(containers.get(each.container()))));
        reads.carriedOut(nodes);
    }

    /** An SSD for 14 of 16 tasks and an HDD for two of them are done at the same time, by the usual bandwidths. */
    @Test
    void aCrowdedSsdLeavesSomeTasksToAnIdleHdd() {
        allOnOneSsdAndOneHdd();
        List<String> containers = containers(MANY, MANY);

        ContainerRounds.Round planned = round(containers, allWait());
        assertThat(counts(planned, containers)).isEqualTo(Map.of("n1", 14, "n2", 2));
        assertThat(planned.starts()).hasSize(MANY).allMatch(start -> start.reason() == Reason.PLANNED);
        assertThat(planned.match()).isNull();

        ContainerRounds.Round matched = new ContainerRounds(AssignmentPolicies.named("trident"), hosts)
                .decide(input, null, containers, allWait(), MANY, () -> false)
                .orElseThrow();
        assertThat(counts(matched, containers)).isEqualTo(Map.of("n1", MANY));
    }

    @Test
    void containersOfANodeReadFromAllItsDisks() {
        IntStream.range(0, MANY).forEach(task -> located(task, "n1 HDD " + (task < MANY / 2 ? "one" : "two")));

        ContainerRounds.Round planned = round(containers(4, 0), allWait());
        assertThat(planned.placements()).hasSize(4);
        assertThat(planned.placements().stream().filter(each -> each.waiting() < MANY / 2))
                .as("from the first disk; by their numbers alone it would be all")
                .hasSize(2);
    }

    @Test
    void preferencesFollowThePlan() {
        allOnOneSsdAndOneHdd();
        List<WaitingTask> waiting = allWait();

        assertThat(reads.plan(waiting, () -> false)).as("still on its way").isFalse();
        AskPreferences ask = PlaceCosts.of(
                20,
                waiting,
                input.price(waiting, () -> false).orElseThrow().lists(),
                hosts::node,
                reads::node,
                CostModel.units(40));
        assertThat(ask.getPlacesList().toString().replaceAll("\\s+", " "))
                .contains("place: \"n1\" scores { score: 8.0 containers: 14 } scores { score: 24.39 containers: 2 }")
                .contains("place: \"n2\" scores { score: 20.0 containers: 2 } scores { score: 30.243 containers: 14 }");
    }

    /** What runs on the SSD counts: the next tasks have room on the HDD first. */
    @Test
    void runningTasksLoadTheirDevices() {
        allOnOneSsdAndOneHdd();
        List<WaitingTask> first = waiting(IntStream.range(0, 12).toArray());
        List<String> many = containers(12, 0);
        ContainerRounds.Round round = round(many, first);
        assertThat(counts(round, many)).isEqualTo(Map.of("n1", 12));
        carryOut(round, many, first);

        List<WaitingTask> last = waiting(12);
        List<String> both = containers(1, 1);
        assertThat(counts(round(both, last), both)).isEqualTo(Map.of("n2", 1));

        reads.carriedOut(Map.of());
        reads.finished(IntStream.range(0, 12).boxed().toList());
        nanos += 1_000_000_000;
        assertThat(counts(round(both, last), both)).as("nothing runs").isEqualTo(Map.of("n1", 1));
    }

    /** Nobody knows for how long it will compute, so it says nothing of when the SSD is done. */
    @Test
    void aTaskThatRunsForLongDrivesNoOthersToAnHdd() {
        allOnOneSsdAndOneHdd();
        List<WaitingTask> first = waiting(0);
        List<String> one = containers(1, 0);
        carryOut(round(one, first), one, first);

        nanos += 60_000_000_000L;
        List<WaitingTask> last = waiting(1, 2, 3);
        List<String> enough = containers(3, 3);
        assertThat(counts(round(enough, last), enough)).isEqualTo(Map.of("n1", 3));
    }

    /** Their second attempts are the engine's to place, and may wait for long. */
    @Test
    void tasksThatHaveFailedLoadNothing() {
        allOnOneSsdAndOneHdd();
        List<WaitingTask> first = waiting(IntStream.range(0, 12).toArray());
        carryOut(round(containers(12, 0), first), containers(12, 0), first);

        reads.stopped(IntStream.range(0, 12).boxed().toList());
        nanos += 1_000_000_000;
        List<String> both = containers(1, 1);
        assertThat(counts(round(both, waiting(12)), both)).isEqualTo(Map.of("n1", 1));
    }

    @Test
    void stagesShareTheDevices() {
        allOnOneSsdAndOneHdd();
        List<WaitingTask> first = waiting(IntStream.range(0, 12).toArray());
        carryOut(round(containers(12, 0), first), containers(12, 0), first);

        StageReads other = job.stage(input);
        assertThat(other.starts(waiting(12), new int[] {1, 1}, 1, () -> false))
                .extracting(start -> hosts.name(start.node()))
                .containsExactly("n2");

        other.carriedOut(Map.of());
        reads.finished(IntStream.range(0, 12).boxed().toList());
        nanos += 1_000_000_000;
        assertThat(other.starts(waiting(12), new int[] {1, 1}, 1, () -> false))
                .as("the first stage is over")
                .extracting(start -> hosts.name(start.node()))
                .containsExactly("n1");
    }

    /** The ResourceManager has chosen the node: somebody is to use the container. */
    @Test
    void aContainerWhereThePlanHasNothingGetsTheCheapestTask() {
        located(0, "n3 SSD s");
        located(1, "n1 SSD s");

        ContainerRounds.Round round = round(List.of("n2"), waiting(0, 1));
        assertThat(round.starts()).isEmpty();
        assertThat(round.placements())
                .extracting(Placement::waiting)
                .as("in the rack")
                .containsExactly(1);
    }

    @Test
    void tasksThatAreNotLocatedAreMatched() {
        located(0, "n1 SSD s");
        List<String> containers = List.of("n1", "n2");

        ContainerRounds.Round round = round(containers, waiting(0, 1));
        assertThat(round.starts()).extracting(Dispatch.Start::task).containsExactly(0);
        assertThat(round.match()).isNotNull();
        assertThat(counts(round, containers)).isEqualTo(Map.of("n1", 1, "n2", 1));

        carryOut(round, containers, waiting(0, 1));
        located(1, "n2 HDD h");
        assertThat(round(containers, waiting(1)).starts())
                .as("it has failed, and is known now")
                .extracting(Dispatch.Start::task)
                .containsExactly(1);
    }

    @Test
    void noMoreTasksStartThanMay() {
        allOnOneSsdAndOneHdd();
        assertThat(round(containers(MANY, MANY), allWait(), 3).placements()).hasSize(3);
    }

    @Test
    void tasksThatTheEngineRefusesWaitAgain() {
        allOnOneSsdAndOneHdd();
        List<String> containers = containers(MANY, MANY);
        round(containers, allWait());
        reads.carriedOut(Map.of());

        assertThat(counts(round(containers, allWait()), containers)).isEqualTo(Map.of("n1", 14, "n2", 2));
    }

    @Test
    void aTaskThatRanAndWaitsAgainIsPlannedAgain() {
        allOnOneSsdAndOneHdd();
        ContainerRounds.Round round = round(List.of("n1"), waiting(3));
        carryOut(round, List.of("n1"), waiting(3));

        assertThat(round(List.of("n1"), waiting(3)).starts())
                .extracting(Dispatch.Start::task)
                .containsExactly(3);
    }

    /** Until it is known where all input lies, tasks are matched. */
    @Test
    void aLookThatTakesLongIsSpreadOverRounds() {
        allOnOneSsdAndOneHdd();
        List<String> containers = containers(1, 0);
        nanosPerLook = 20_000_000;
        int rounds = 0;
        ContainerRounds.Round round;
        do {
            round = round(containers, allWait());
            reads.carriedOut(Map.of());
            assertThat(round.placements()).hasSize(1);
        } while (round.starts().isEmpty() && ++rounds < MANY);

        assertThat(rounds).isEqualTo(2);
    }

    @Test
    void aLookThatTakesTooLongIsGivenUp() {
        allOnOneSsdAndOneHdd();
        nanosPerLook = 1_000_000_000;
        for (int i = 0; i < 30; i++) {
            assertThat(round(containers(1, 0), allWait()).placements()).hasSize(1);
        }
        nanosPerLook = 0;

        ContainerRounds.Round round = round(containers(1, 0), allWait());
        assertThat(round.starts()).isEmpty();
        assertThat(round.placements()).hasSize(1);
    }

    @Test
    void recordsSayWhatWasPlannedAndWhy(@TempDir Path directory) throws Exception {
        allOnOneSsdAndOneHdd();
        ContainerRounds.Round round = round(containers(MANY, MANY), allWait());
        ReadPlan plan = reads.takePlanIfNew().orElseThrow();
        try (DecisionLog log = new DecisionLog(
                directory.toUri().toString(),
                new Configuration(false),
                UserGroupInformation.createRemoteUser("somebody"),
                "attempt_1",
                "tiercel",
                CostModel.trident())) {
            log.planned(0, plan, reads.deviceNames(), hosts::name, 5);
            log.started(0, round.starts(), hosts::name, 5);
        }

        List<String> lines = Files.readAllLines(directory.resolve("decisions-attempt_1.jsonl"));
        assertThat(lines).hasSize(2);
        ReadPlan recorded = ReadPlanRecords.parse(lines.get(0));
        assertThat(recorded.plan().check(recorded.problem())).isEmpty();
        StartsRecord started = StartsRecords.parse(lines.get(1));
        assertThat(started.starts())
                .hasSize(MANY)
                .contains(new StartsRecord.Start(
                        round.starts().get(0).task(),
                        hosts.name(round.starts().get(0).node()),
                        Reason.PLANNED));
    }
}
