package io.tiercel.sim.run;

import static io.tiercel.sim.cluster.Specs.MB;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tiercel.assign.AssignmentPolicies;
import io.tiercel.assign.CostModel;
import io.tiercel.model.Tier;
import io.tiercel.sim.cluster.ClusterSpec;
import io.tiercel.sim.cluster.Specs;
import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.job.JobResult;
import io.tiercel.sim.job.Locality;
import io.tiercel.sim.schedule.SchedulingSpec;
import io.tiercel.sim.schedule.SchedulingSpec.OfferMode;
import io.tiercel.sim.storage.Placement;
import io.tiercel.sim.storage.Placement.OneTierPlacement;
import io.tiercel.sim.storage.Placement.ReplicaPerTierPlacement;
import io.tiercel.sim.workload.InputFile;
import io.tiercel.sim.workload.Job;
import io.tiercel.sim.workload.Workload;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class SimulationTest {
    private static final Placement ONE_EACH = new ReplicaPerTierPlacement(List.of(Tier.MEMORY, Tier.SSD, Tier.HDD));

    private static RunSpec scenario(
            ClusterSpec cluster, Placement placement, Workload workload, String policy, OfferMode offer) {
        SchedulingSpec scheduling =
                new SchedulingSpec(AssignmentPolicies.named(policy), CostModel.trident(), offer, Engine.SECOND);
        return RunSpecs.plain(cluster, placement, workload, scheduling, 100 * MB, Engine.SECOND, 1);
    }

    private static Job job(String name, long seconds, String input, long megabytes, long output) {
        return new Job(
                name,
                seconds * Engine.SECOND,
                Optional.of(input),
                megabytes * MB,
                0.02 / MB,
                output == 0 ? Optional.empty() : Optional.of(name + ".out"),
                output * MB);
    }

    /**
     * One node, two slots, an HDD of 100 MB/s; two blocks. Both tasks start at 0, read from 1 to 3 (sharing the disk), compute for 2 s; the first
     * writes 100 MB from 5 to 6.
     */
    @Test
    void aJobTakesAsLongAsByHand() {
        Workload workload =
                new Workload(List.of(new InputFile("in", 200 * MB)), List.of(job("job", 0, "in", 200, 100)));
        RunResult result = Simulation.run(
                scenario(Specs.plain(1, 2), new OneTierPlacement(Tier.HDD, 1), workload, "stock", OfferMode.ALL_SLOTS),
                100);
        assertThat(String.join("", result.log().kept()))
                .isEqualTo(
                        """
                        0\tjob-begins\tjob\t2
                        0\ttask-starts\tjob\t0\t0\t0
                        0\ttask-starts\tjob\t1\t0\t1
                        1000000000\ttask-reads\tjob\t0\t0\tHDD_LOCAL
                        1000000000\ttask-reads\tjob\t1\t0\tHDD_LOCAL
                        5000000000\ttask-ends\tjob\t1\t0\t1
                        6000000000\ttask-ends\tjob\t0\t0\t0
                        6000000000\tjob-ends\tjob
                        """);
        JobResult job = result.jobs().get(0);
        assertThat(job.duration()).isEqualTo(6 * Engine.SECOND);
        assertThat(job.taskNanos()).isEqualTo(11 * Engine.SECOND);
        assertThat(job.reads()).isEqualTo(Map.of(Locality.HDD_LOCAL, 2));
    }

    @Test
    void aJobWaitsForTheOneThatWritesItsInput() {
        Workload workload = new Workload(
                List.of(new InputFile("in", 100 * MB)),
                List.of(job("first", 0, "in", 100, 50), job("second", 1, "first.out", 50, 0)));
        RunResult result = Simulation.run(
                scenario(
                        Specs.plain(1, 2), new OneTierPlacement(Tier.HDD, 1), workload, "trident", OfferMode.ALL_SLOTS),
                100);
        assertThat(result.jobs()).extracting(job -> job.job().name()).containsExactly("first", "second");
        assertThat(result.jobs().get(1).began()).isEqualTo(result.jobs().get(0).ended());
    }

    /** On an idle cluster every task can be where its block is in memory, and only a look at all slots finds it. */
    @Test
    void tridentOverAllSlotsFindsTheReplicaInMemory() {
        Workload workload = new Workload(List.of(new InputFile("in", 100 * MB)), List.of(job("job", 0, "in", 100, 0)));
        int memory = 0;
        int stockLocal = 0;
        for (int i = 0; i < 10; i++) {
            ClusterSpec cluster = Specs.tiered(1, 10, 2, 1000 + i);
            memory +=
                    reads(scenario(cluster, ONE_EACH, workload, "trident", OfferMode.ALL_SLOTS), Locality.MEMORY_LOCAL);
            RunSpec stock = scenario(cluster, ONE_EACH, workload, "stock", OfferMode.ONE_SLOT_OF_A_NODE);
            stockLocal += reads(stock, Locality.MEMORY_LOCAL);
        }
        assertThat(memory).isEqualTo(10);
        assertThat(stockLocal).isLessThan(10);
    }

    private static int reads(RunSpec scenario, Locality locality) {
        return Simulation.run(scenario, 0).jobs().get(0).reads().getOrDefault(locality, 0);
    }

    @Test
    void aClusterWithoutTheTierOfThePlacementIsRefused() {
        Workload nothing = new Workload(List.of(), List.of());
        assertThatThrownBy(() -> scenario(Specs.plain(1, 1), ONE_EACH, nothing, "stock", OfferMode.ALL_SLOTS))
                .hasMessage("cluster: expected a device of tier MEMORY, on which blocks are placed, got none");
        assertThatThrownBy(() -> scenario(
                        Specs.plain(1, 0), new OneTierPlacement(Tier.HDD, 1), nothing, "stock", OfferMode.ALL_SLOTS))
                .hasMessage("cluster: expected at least one slot, got none");
    }

    @Test
    void workloadsThatCannotRunAreRefused() {
        List<InputFile> files = List.of(new InputFile("in", 10 * MB));
        assertThatThrownBy(() -> new Workload(files, List.of(job("a", 0, "b.out", 5, 0), job("b", 1, "in", 5, 5))))
                .hasMessage("job a: reads b.out, which neither is there nor is written by a job before it");
        assertThatThrownBy(() -> new Workload(files, List.of(job("a", 0, "in", 11, 0))))
                .hasMessage("job a: reads 11000000 bytes of in, which has 10000000");
        assertThatThrownBy(() -> new Workload(files, List.of(job("a", 2, "in", 1, 0), job("b", 1, "in", 1, 0))))
                .hasMessage("job b: comes at 1000000000 ns, after a job that comes at 2000000000 ns");
        assertThatThrownBy(() -> job("a", 0, "in", -1, 0))
                .hasMessage("a: input bytes: expected at least 0, got -1000000");
    }
}
