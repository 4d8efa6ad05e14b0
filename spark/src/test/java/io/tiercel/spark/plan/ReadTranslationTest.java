package io.tiercel.spark.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.config.ConfigException;
import io.tiercel.hdfs.host.HostRegistry;
import io.tiercel.hdfs.host.HostRegistry.DataNodeSighting;
import io.tiercel.hdfs.locate.FileRange;
import io.tiercel.hdfs.locate.RangeLocations.RangeLocation;
import io.tiercel.model.Block;
import io.tiercel.model.Replica;
import io.tiercel.model.Residency;
import io.tiercel.model.Tier;
import io.tiercel.plan.dispatch.ApplicationDevices;
import io.tiercel.plan.dispatch.ClusterLoad;
import io.tiercel.plan.dispatch.PlannedStage;
import io.tiercel.plan.dispatch.ReadPlan;
import io.tiercel.spark.TiercelKeys;
import io.tiercel.spark.input.ImmediateAnswers;
import io.tiercel.spark.input.ScoreTable;
import io.tiercel.spark.input.StageInput;
import io.tiercel.spark.input.TaskInput;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The reads of a task as a plan gets them, seen through the plan that is made of them. */
final class ReadTranslationTest {
    private static final long MIB = 1 << 20;

    private final HostRegistry hosts = new HostRegistry();
    private final ApplicationDevices devices = new ApplicationDevices();

    @AfterEach
    void close() {
        hosts.close();
    }

    private Replica on(String host, Tier tier, String storage) {
        return new Replica(hosts.node(host), tier, Residency.NONE, hosts.volume(storage));
    }

    /** The reads of a single task. */
    private ReadTranslation translation(Block... blocks) throws ConfigException {
        hosts.learn(IntStream.of(1, 2, 3)
                .mapToObj(i -> new DataNodeSighting("n" + i, "10.0.0." + i + ":9866", i == 3 ? "/r2/n3" : "/r1/n" + i))
                .toList());
        long bytes = List.of(blocks).stream().mapToLong(Block::bytes).sum();
        TaskInput task = new TaskInput(List.of(new FileRange(new Path("hdfs://nn/f"), 0, bytes)), List.of(), List.of());
        StageInput input = StageInput.request(
                List.of(task),
                ranges -> new ImmediateAnswers(
                        List.of(new RangeLocation(RangeLocation.State.LOCATED, List.of(blocks), null))),
                hosts,
                new ScoreTable(TiercelKeys.ALL.read(Map.of())));
        return new ReadTranslation(input, devices, true);
    }

    /** The plan of a single task. */
    private ReadPlan plan(Block... blocks) throws ConfigException {
        ReadTranslation translation = translation(blocks);
        int[] racks = translation.racks();
        int[] slots = new int[racks.length];
        Arrays.fill(slots, 1);
        ClusterLoad load = new ClusterLoad(devices.model(() -> racks), slots.clone());
        PlannedStage stage = new PlannedStage(translation.reads(), load, 3, 0);
        stage.round(slots, node -> true, new int[0], 0);
        return stage.takePlanIfNew().orElseThrow();
    }

    @Test
    void aTaskWaitsForABlockThatArrivesUnlessItIsInMemoryElsewhere() throws ConfigException {
        assertThat(translation(copies(Residency.NONE, Residency.NONE)).isAwaited(0))
                .isFalse();
        assertThat(translation(copies(new Residency(0.5, true), Residency.NONE)).isAwaited(0))
                .isTrue();
        assertThat(translation(copies(new Residency(0.5, true), Residency.FULL)).isAwaited(0))
                .isFalse();
        assertThat(translation(copies(new Residency(0.5, false), Residency.NONE))
                        .isAwaited(0))
                .isFalse();
    }

    /** A block with a replica on each of two nodes. */
    private Block copies(Residency first, Residency second) {
        return new Block(
                10 * MIB,
                List.of(
                        new Replica(hosts.node("n1"), Tier.HDD, first, hosts.volume("a")),
                        new Replica(hosts.node("n2"), Tier.HDD, second, hosts.volume("b"))));
    }

    /** Names of the devices that the first task's options use, by option. */
    private List<List<String>> used(ReadPlan plan) {
        List<String> names = devices.names(hosts::name);
        return IntStream.range(0, plan.problem().options())
                .mapToObj(option -> IntStream.range(
                                plan.problem().firstUse(option), plan.problem().firstUse(option + 1))
                        .map(plan.problem()::resource)
                        .filter(resource -> resource < names.size())
                        .mapToObj(names::get)
                        .toList())
                .toList();
    }

    /** A part of an object with copies in the caches of nodes. */
    private Block cached(Residency residency, String... on) {
        return new Block(
                10 * MIB,
                Arrays.stream(on)
                        .map(host -> new Replica(hosts.node(host), Tier.SSD, residency))
                        .toList(),
                null,
                "s3a://bucket");
    }

    @Test
    void nodesWithoutACachedCopyReadFromSharedStorage() throws ConfigException {
        ReadPlan plan = plan(cached(Residency.NONE, "n1"), cached(Residency.NONE, "n1", "n2"));
        assertThat(plan.nodeOf()).containsExactly(hosts.node("n1"), hosts.node("n2"), ReadPlan.ANY_NODE);
        assertThat(used(plan))
                .containsExactly(List.of("SSD of n1"), List.of("s3a://bucket", "SSD of n2"), List.of("s3a://bucket"));
    }

    /** It should not pass the link twice. */
    @Test
    void inputOnItsWayIntoACacheIsReadThere() throws ConfigException {
        ReadPlan plan = plan(cached(new Residency(0, true), "n1"));
        assertThat(plan.nodeOf()).containsExactly(hosts.node("n1"));
        assertThat(used(plan)).containsExactly(List.of("s3a://bucket", "SSD of n1"));
        assertThat(translation(cached(new Residency(0, true), "n1")).isAwaited(0))
                .isTrue();
        assertThat(translation(cached(Residency.NONE, "n1")).isAwaited(0)).isFalse();
    }

    @Test
    void volumesOfANodeAreDevicesOfTheirOwn() throws ConfigException {
        ReadPlan plan = plan(
                new Block(MIB, List.of(on("n1", Tier.HDD, "DS-1"))),
                new Block(MIB, List.of(on("n1", Tier.HDD, "DS-2"))));
        assertThat(used(plan)).containsExactly(List.of("HDD 0 of n1", "HDD 1 of n1"));
    }

    @Test
    void whatIsInMemoryIsReadFromThere() throws ConfigException {
        Replica half = on("n1", Tier.HDD, "DS-1").on(hosts.node("n1"), new Residency(0.5, false));
        assertThat(used(plan(new Block(MIB, List.of(half))))).containsExactly(List.of("MEMORY of n1", "HDD 0 of n1"));
    }

    /** A node with a small part of the input is no option: nearly all would come over the network. */
    @Test
    void aNodeWithLittleOfTheInputIsNoOption() throws ConfigException {
        ReadPlan plan = plan(
                new Block(10 * MIB, List.of(on("n1", Tier.SSD, "DS-1"))),
                new Block(MIB, List.of(on("n2", Tier.SSD, "DS-2"))));
        assertThat(plan.nodeOf()).containsExactly(hosts.node("n1"));
    }

    /** HDFS chooses the nearest replica, so the plan spreads the load over those. */
    @Test
    void theRestOfTheInputLoadsTheNearestReplicas() throws ConfigException {
        ReadPlan plan = plan(
                new Block(10 * MIB, List.of(on("n1", Tier.SSD, "DS-1"))),
                new Block(MIB, List.of(on("n2", Tier.SSD, "DS-2"), on("n3", Tier.SSD, "DS-3"))));
        assertThat(used(plan)).containsExactly(List.of("SSD 0 of n1", "SSD 1 of n2"));
    }

    /** HDFS sends readers of all nodes to the pinned replica, so nobody reads the others. */
    @Test
    void aPinnedReplicaIsReadFromEverywhere() throws ConfigException {
        Replica pinned = on("n1", Tier.HDD, "DS-1").on(hosts.node("n1"), Residency.FOR_ALL_NODES);
        ReadPlan plan = plan(new Block(MIB, List.of(pinned, on("n2", Tier.HDD, "DS-2"))));
        assertThat(plan.nodeOf()).containsExactly(hosts.node("n1"));
        assertThat(used(plan)).containsExactly(List.of("MEMORY of n1"));
    }

    @Test
    void aReplicaInThePageCacheIsReadThereAlone() throws ConfigException {
        Replica cached = on("n1", Tier.HDD, "DS-1").on(hosts.node("n1"), Residency.FULL);
        ReadPlan plan = plan(new Block(MIB, List.of(cached, on("n2", Tier.HDD, "DS-2"))));
        assertThat(plan.nodeOf()).containsExactlyInAnyOrder(hosts.node("n1"), hosts.node("n2"));
    }
}
