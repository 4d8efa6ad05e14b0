package io.tiercel.sim.fault;

import static io.tiercel.sim.cluster.Specs.MB;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tiercel.assign.AssignmentPolicies;
import io.tiercel.assign.CostModel;
import io.tiercel.model.Tier;
import io.tiercel.sim.cluster.Cluster;
import io.tiercel.sim.cluster.ClusterSpec;
import io.tiercel.sim.cluster.ClusterSpec.NodeSpec;
import io.tiercel.sim.cluster.ClusterSpec.RackSpec;
import io.tiercel.sim.cluster.Specs;
import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.fault.Disturbances.Fault;
import io.tiercel.sim.job.JobResult;
import io.tiercel.sim.job.Locality;
import io.tiercel.sim.job.ReplicaSelector.ReplicaOrder;
import io.tiercel.sim.job.TaskSpec.ComputeSpec;
import io.tiercel.sim.migrate.PrefetchSpec;
import io.tiercel.sim.run.RunResult;
import io.tiercel.sim.run.RunSpec;
import io.tiercel.sim.run.RunSpecs;
import io.tiercel.sim.run.Simulation;
import io.tiercel.sim.run.StorageSpec.MemoryUse;
import io.tiercel.sim.schedule.SchedulingSpec;
import io.tiercel.sim.schedule.SchedulingSpec.OfferMode;
import io.tiercel.sim.storage.Placement;
import io.tiercel.sim.storage.Placement.OneTierPlacement;
import io.tiercel.sim.workload.InputFile;
import io.tiercel.sim.workload.Job;
import io.tiercel.sim.workload.ReducePhase;
import io.tiercel.sim.workload.Workload;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Nodes that fail and are slow, each as long as by hand. Disks give 100 MB/s, links 50; files have blocks of 100 MB; tasks start in a second and compute for two
 * of each block; slots are offered each second.
 */
final class FaultsTest {
    private static final OneTierPlacement TWO = new OneTierPlacement(Tier.HDD, 2);

    private static RunSpec scenario(ClusterSpec cluster, Placement placement, Job... jobs) {
        long input = Arrays.stream(jobs).mapToLong(Job::inputBytes).max().orElse(0);
        return RunSpecs.plain(
                cluster,
                placement,
                new Workload(List.of(new InputFile("in", input)), List.of(jobs)),
                new SchedulingSpec(
                        AssignmentPolicies.named("trident"), CostModel.trident(), OfferMode.ALL_SLOTS, Engine.SECOND),
                100 * MB,
                Engine.SECOND,
                1);
    }

    private static Job job(String name, long megabytes) {
        return new Job(name, 0, Optional.of("in"), megabytes * MB, 0.02 / MB, Optional.empty(), 0);
    }

    private static long at(double seconds) {
        return Math.round(seconds * Engine.SECOND);
    }

    private static Disturbances faults(double expiry, Fault... faults) {
        return new Disturbances(List.of(faults), at(expiry), List.of());
    }

    private static Fault fails(int node, double at) {
        return Fault.fails(node, at(at), Fault.FOREVER);
    }

    private static RunResult run(RunSpec scenario, Disturbances faults) {
        return Simulation.run(RunSpecs.withFaults(scenario, faults), 1_000);
    }

    private static double seconds(RunResult run) {
        return run.jobs().get(0).duration() / (double) Engine.SECOND;
    }

    /** Placed on all of some nodes. */
    private static Placement on(int... nodes) {
        return new Placement() {
            @Override
            public List<Place> places(Cluster cluster, int writer, long bytes, Random random) {
                return Arrays.stream(nodes)
                        .mapToObj(node -> new Place(node, Tier.HDD))
                        .toList();
            }

            @Override
            public List<Tier> tiers() {
                return List.of(Tier.HDD);
            }
        };
    }

    /** A node with a slot, and others that only store. */
    private static ClusterSpec oneThatRuns(int stores) {
        ClusterSpec all = Specs.plain(stores + 1, 1);
        List<NodeSpec> nodes = new java.util.ArrayList<>(all.racks().get(0).nodes());
        nodes.replaceAll(node -> new NodeSpec(0, node.devices(), node.linkBytesPerSecond()));
        nodes.set(0, all.racks().get(0).nodes().get(0));
        return new ClusterSpec(List.of(new RackSpec(nodes, all.racks().get(0).uplinkBytesPerSecond())));
    }

    /** Without a fault it reads from 1 to 2 and computes until 4. */
    @Test
    void aSlowNodeReadsAndComputesAtAPartOfItsSpeed() {
        RunSpec scenario = scenario(Specs.plain(1, 1), new OneTierPlacement(Tier.HDD, 1), job("a", 100));
        assertThat(seconds(run(scenario, Disturbances.NONE))).isEqualTo(4);
        Optional<Tier> all = Optional.empty();
        // 50 MB until 1.5, 25 MB until 2.5, 25 MB until 2.75
        assertThat(seconds(run(scenario, faults(1, Fault.slow(0, at(1.5), at(2.5), 0.25, all, false)))))
                .isEqualTo(4.75);
        // of the computing from 2 on one second until 3, a half until 4
        assertThat(seconds(run(scenario, faults(1, Fault.slow(0, at(3), at(4), 0.5, all, true)))))
                .isEqualTo(4.5);
        assertThat(seconds(
                        run(scenario, faults(1, Fault.slow(0, 0, Fault.FOREVER, 0.5, Optional.of(Tier.HDD), false)))))
                .isEqualTo(5);
        // two at a time: each its part of what the other leaves
        assertThat(seconds(run(
                        scenario,
                        faults(
                                1,
                                Fault.slow(0, 0, Fault.FOREVER, 0.5, all, false),
                                Fault.slow(0, 0, Fault.FOREVER, 0.5, all, false)))))
                .isEqualTo(7);
    }

    /** It fails at 1.5, is missed at 11.5; the task starts on the other node at 12 and ends at 16. */
    @Test
    void aTaskThatIsLostRunsElsewhereWhenItsNodeIsMissed() {
        RunResult run = run(scenario(Specs.plain(2, 1), TWO, job("a", 100)), faults(10, fails(1, 1.5)));
        assertThat(seconds(run)).isEqualTo(16);
        assertThat(run.jobs().get(0).lost()).isEqualTo(1);
        assertThat(run.jobs().get(0).taskNanos()).isEqualTo(at(11.5 + 4));
        assertThat(String.join("", run.log().kept()))
                .isEqualTo(
                        """
                        0\tjob-begins\ta\t1
                        0\ttask-starts\ta\t0\t1\t0
                        1000000000\ttask-reads\ta\t0\t1\tHDD_LOCAL
                        1500000000\tnode-fails\t1
                        11500000000\tnode-missed\t1
                        11500000000\ttask-lost\ta\t0\t1\t0
                        12000000000\ttask-starts\ta\t0\t0\t0
                        13000000000\ttask-reads\ta\t0\t0\tHDD_LOCAL
                        16000000000\ttask-ends\ta\t0\t0\t0
                        16000000000\tjob-ends\ta
                        """);
    }

    /** It is back at 3.5, before it is missed; what ran there does not come back with it. */
    @Test
    void aNodeThatIsBackSoonHasLostItsTasksAndKeptItsDisks() {
        RunSpec scenario = scenario(Specs.plain(1, 1), new OneTierPlacement(Tier.HDD, 1), job("a", 100));
        RunResult run = run(scenario, faults(10, Fault.fails(0, at(1.5), at(3.5))));
        assertThat(seconds(run)).isEqualTo(8);
        assertThat(run.jobs().get(0).lost()).isEqualTo(1);
    }

    /** Of a block that is read over the network from 1 on, half is in at 2; the rest comes from the other replica. */
    @Test
    void aReadGoesOnFromAnotherReplica() {
        RunSpec scenario = scenario(oneThatRuns(2), on(1, 2), job("a", 100));
        RunResult undisturbed = run(scenario, Disturbances.NONE);
        int server = undisturbed.jobs().get(0).readsByNode().of(1) > 0 ? 1 : 2;
        RunResult run = run(scenario, faults(10, fails(server, 2)));
        assertThat(seconds(run)).isEqualTo(seconds(undisturbed)).isEqualTo(5);
        assertThat(run.log().kept())
                .filteredOn(line -> line.contains("task-reads"))
                .hasSize(2);
    }

    @Test
    void aJobFailsWhenNoReplicaIsLeftAndTheOthersGoOn() {
        Job reader = new Job("a", 0, Optional.of("in"), 100 * MB, 0, Optional.of("out"), 10 * MB);
        Job later = new Job("b", 0, Optional.of("out"), 10 * MB, 0, Optional.empty(), 0);
        Job after = new Job("c", 0, Optional.empty(), 0, 0, Optional.empty(), 0).withAfter(Optional.of("b"));
        Job other = new Job("d", 0, Optional.empty(), 0, 0, Optional.empty(), 0);
        RunResult run = run(scenario(oneThatRuns(1), on(1), reader, later, after, other), faults(10, fails(1, 2)));
        assertThat(run.jobs().stream()
                        .map(job -> job.job().name()
                                + job.failure().map(why -> ": " + why).orElse("")))
                .containsExactly(
                        "a: no node has block 0 of its input",
                        "b: its input out was not written, since a job has failed",
                        "c: job b, after which it comes, has failed",
                        "d");
    }

    @Test
    void jobsFailWhenNoSlotIsLeft() {
        Job late = new Job("b", at(30), Optional.empty(), 0, 0, Optional.empty(), 0);
        RunResult run = run(scenario(oneThatRuns(1), on(1), job("a", 100), late), faults(10, fails(0, 2)));
        assertThat(run.jobs())
                .extracting(job -> job.failure().orElse(""))
                .containsExactly("no node with slots is left", "no node with slots is left");
        assertThat(run.jobs().get(0).ended()).isEqualTo(at(12));
    }

    /** Both maps end at 4 and leave 50 MB each; the reduce fetches from 5 to 6, computes until 7 and writes 50 MB on both nodes until 8. */
    private static RunSpec reducing() {
        Job job = new Job("a", 0, Optional.of("in"), 200 * MB, 0.02 / MB, Optional.of("out"), 50 * MB)
                .withReduce(new ReducePhase(1, 100 * MB, 0.01 / MB));
        return scenario(Specs.plain(2, 1), TWO, job);
    }

    private static int withoutReduce() {
        RunResult undisturbed = run(reducing(), Disturbances.NONE);
        assertThat(seconds(undisturbed)).isEqualTo(8);
        return undisturbed.log().kept().contains("4000000000\ttask-starts\ta\t2\t0\t0\n") ? 1 : 0;
    }

    /**
     * The node without the reduce fails at 5.5 and is missed at 7.5: its map runs again on the other from 8 to 12, the reduce from 12, with nothing to fetch; it
     * writes on one node alone until 14.5.
     */
    @Test
    void whatReducesHaveNotFetchedIsMadeAgain() {
        RunResult run = run(reducing(), faults(2, fails(withoutReduce(), 5.5)));
        assertThat(seconds(run)).isEqualTo(14.5);
        assertThat(run.jobs().get(0).lost()).as("the map and the reduce").isEqualTo(2);
        assertThat(run.log().kept()).anyMatch(line -> line.startsWith("7500000000\toutput-lost\ta\t"));
    }

    /** It has fetched all at 6 and goes on; it writes on one node alone. */
    @Test
    void whatReducesHaveFetchedIsNotMadeAgain() {
        RunResult run = run(reducing(), faults(2, fails(withoutReduce(), 6.5)));
        assertThat(seconds(run)).isEqualTo(7.5);
        assertThat(run.jobs().get(0).lost()).isZero();
    }

    /** The other node fails at 7.5 in the midst of writing: half is there, the rest goes to the writer's disk alone, at twice the rate. */
    @Test
    void aWriteGoesOnWithTheNodesThatAreLeft() {
        RunResult run = run(reducing(), faults(2, fails(withoutReduce(), 7.5)));
        assertThat(seconds(run)).isEqualTo(7.75);
    }

    /** The reduce is lost with its node at 6.5, and with it one map's output. */
    @Test
    void aReduceIsLostWithOutputsOfMaps() {
        RunResult run = run(reducing(), faults(0, fails(1 - withoutReduce(), 6.5)));
        assertThat(run.jobs().get(0).lost()).isEqualTo(2);
        // the map from 7 to 11, the reduce from 11; it writes on one node alone
        assertThat(seconds(run)).isEqualTo(13.5);
    }

    /** What an agent has, or is to bring in, comes from other replicas as soon as the agent is missed. */
    @Test
    void migrationsOfALostNodeAreDoneElsewhere() {
        RunSpec cold = scenario(Specs.tiered(1, 3, 2, 1_000), TWO, job("a", 900).withLead(at(60)));
        RunSpec scenario = RunSpecs.withMemory(
                cold, MemoryUse.prefetching(PrefetchSpec.all("dyrs", 1_000 * MB), ReplicaOrder.MEMORY_FIRST));
        RunResult run = run(scenario, faults(5, fails(0, 2.5)));
        JobResult job = run.jobs().get(0);
        assertThat(job.failure()).isEmpty();
        assertThat(job.readsByNode().of(0)).isZero();
        assertThat(job.reads().entrySet().stream()
                        .filter(each -> each.getKey().isFromMemory())
                        .mapToInt(each -> each.getValue())
                        .sum())
                .isEqualTo(9);
        assertThat(run.log().kept()).anyMatch(line -> line.matches("7500000000\tlets-go\t\\d+\t0\n"));
    }

    /** Its memory is empty, and its agent asks for work again. */
    @Test
    void anAgentThatIsBackBringsInAgain() {
        RunSpec cold = scenario(
                Specs.tiered(1, 1, 2, 1_000),
                new OneTierPlacement(Tier.HDD, 1),
                job("a", 300).withLead(at(60)));
        RunSpec scenario = RunSpecs.withMemory(
                cold, MemoryUse.prefetching(PrefetchSpec.all("dyrs", 1_000 * MB), ReplicaOrder.MEMORY_FIRST));
        RunResult run = run(scenario, faults(5, Fault.fails(0, at(2.5), at(20))));
        assertThat(run.jobs().get(0).reads()).containsOnlyKeys(Locality.MEMORY_LOCAL);
        assertThat(run.log().kept())
                .filteredOn(line -> line.contains("migration-ends"))
                .hasSize(2 + 3);
    }

    @Test
    void faultsThatCannotBeAreRefused() {
        assertThatThrownBy(() -> faults(1, fails(0, 1), Fault.fails(0, at(5), at(6))))
                .hasMessage("node 0: fails while it is away");
        assertThatThrownBy(() -> Fault.fails(0, 5, 5)).hasMessage("until: expected after 5 ns, got 5");
        assertThatThrownBy(() -> Fault.slow(0, 5, 6, 0, Optional.empty(), false))
                .hasMessage("factor: expected above 0 and at most 1, got 0.0");
        RunSpec scenario = scenario(Specs.plain(2, 1), TWO, job("a", 100));
        assertThatThrownBy(() -> RunSpecs.withFaults(scenario, faults(1, fails(2, 1))))
                .hasMessage("faults: expected a node below 2, got 2");
        assertThatThrownBy(() -> RunSpecs.withFaults(
                        scenario, faults(1, Fault.slow(1, 0, 1, 0.5, Optional.of(Tier.SSD), false))))
                .hasMessage("faults: node 1 has no device of tier SSD");
        Disturbances slow = faults(1, Fault.slow(1, 0, 1, 0.5, Optional.empty(), true));
        assertThatThrownBy(
                        () -> RunSpecs.withComputing(RunSpecs.withFaults(scenario, slow), new ComputeSpec(2, false, 0)))
                .hasMessage("faults: nodes that share processors cannot compute more slowly alone");
    }
}
