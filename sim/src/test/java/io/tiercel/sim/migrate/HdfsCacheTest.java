package io.tiercel.sim.migrate;

import static io.tiercel.sim.cluster.Specs.MB;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tiercel.assign.AssignmentPolicies;
import io.tiercel.assign.CostModel;
import io.tiercel.model.Tier;
import io.tiercel.sim.cluster.ClusterSpec;
import io.tiercel.sim.cluster.ClusterSpec.DeviceSpec;
import io.tiercel.sim.cluster.ClusterSpec.NodeSpec;
import io.tiercel.sim.cluster.ClusterSpec.RackSpec;
import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.job.Locality;
import io.tiercel.sim.job.ReplicaSelector.ReplicaOrder;
import io.tiercel.sim.migrate.PrefetchSpec.HdfsCacheSpec;
import io.tiercel.sim.migrate.PrefetchSpec.PlannerSpec;
import io.tiercel.sim.run.RunResult;
import io.tiercel.sim.run.RunSpec;
import io.tiercel.sim.run.RunSpecs;
import io.tiercel.sim.run.Simulation;
import io.tiercel.sim.run.StorageSpec.MemoryUse;
import io.tiercel.sim.schedule.SchedulingSpec;
import io.tiercel.sim.schedule.SchedulingSpec.OfferMode;
import io.tiercel.sim.storage.Placement.OneTierPlacement;
import io.tiercel.sim.workload.InputFile;
import io.tiercel.sim.workload.Job;
import io.tiercel.sim.workload.Workload;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A file system's own cache, by hand: one node with two slots, a disk of 100 MB/s, blocks of 100 MB; tasks start in a second and do not compute. */
final class HdfsCacheTest {
    private static final long LARGE = 1_000;

    private static Job job(String name, double seconds, long megabytes, double lead) {
        Job job = new Job(name, nanos(seconds), Optional.of("in"), megabytes * MB, 0, Optional.empty(), 0);
        return job.withLead(nanos(lead));
    }

    private static long nanos(double seconds) {
        return (long) (seconds * Engine.SECOND);
    }

    private static RunResult run(int atOnce, long budget, Job... jobs) {
        NodeSpec node = new NodeSpec(
                2,
                List.of(
                        new DeviceSpec(Tier.MEMORY, 1_000 * MB, LARGE * MB),
                        new DeviceSpec(Tier.HDD, 100 * MB, 10_000 * MB)),
                50 * MB);
        RunSpec cold = RunSpecs.plain(
                new ClusterSpec(List.of(RackSpec.of(1, node, 40 * MB))),
                new OneTierPlacement(Tier.HDD, 1),
                new Workload(List.of(new InputFile("in", jobs[0].inputBytes())), List.of(jobs)),
                new SchedulingSpec(
                        AssignmentPolicies.named("trident"), CostModel.trident(), OfferMode.ALL_SLOTS, Engine.SECOND),
                100 * MB,
                Engine.SECOND,
                1);
        PrefetchSpec all = new PrefetchSpec(
                PlannerSpec.asPublished("all", 0, 0), new HdfsCacheSpec(atOnce, Engine.SECOND), budget * MB, false);
        return Simulation.run(RunSpecs.withMemory(cold, MemoryUse.prefetching(all, ReplicaOrder.NEAREST)), 100);
    }

    /** Two at once are both in after 1 + 2 s; one after the other after 2 and 3. */
    @Test
    void blocksOfADeviceAreReadAtTheSameTime() {
        assertThat(run(2, LARGE, job("job", 0, 200, 4)).log().kept())
                .contains(
                        "1000000000\tmigration-begins\t0\t0\n",
                        "1000000000\tmigration-begins\t1\t0\n",
                        "3000000000\tmigration-ends\t0\t0\n",
                        "3000000000\tmigration-ends\t1\t0\n",
                        "5000000000\ttask-reads\tjob\t0\t0\tMEMORY_LOCAL\n");
        assertThat(run(1, LARGE, job("job", 0, 200, 4)).log().kept())
                .contains("2000000000\tmigration-ends\t0\t0\n", "3000000000\tmigration-ends\t1\t0\n");
    }

    /** The task begins to read at 1 s, with the cache: both have half of the disk, until 3 s. */
    @Test
    void whatATaskHasOvertakenIsReadOnAndSlowsItDown() {
        RunResult run = run(4, LARGE, job("job", 0, 100, 0));
        assertThat(run.log().kept())
                .contains("1000000000\ttask-reads\tjob\t0\t0\tHDD_LOCAL\n", "3000000000\tmigration-ends\t0\t0\n");
        assertThat(run.jobs().get(0).duration()).isEqualTo(3 * Engine.SECOND);
    }

    /** The second job comes while the first one reads, and asks for what that has in memory. */
    @Test
    void aBlockStaysUntilTheLastJobThatAskedForItHasEnded() {
        RunResult run = run(4, LARGE, job("first", 0, 100, 2), job("second", 2.5, 100, 3));
        assertThat(run.jobs().get(1).reads()).isEqualTo(Map.of(Locality.MEMORY_LOCAL, 1));
        assertThat(run.jobs().get(1).prefetched()).isEqualTo(1);
        assertThat(run.log().kept())
                .filteredOn(line -> line.contains("migration-begins"))
                .hasSize(1);
        assertThat(run.log().kept().get(run.log().kept().size() - 1)).contains("lets-go");
    }

    @Test
    void whatThereIsNoRoomForIsNotBroughtIn() {
        RunResult run = run(4, 150, job("job", 0, 200, 4));
        assertThat(run.jobs().get(0).reads()).isEqualTo(Map.of(Locality.MEMORY_LOCAL, 1, Locality.HDD_LOCAL, 1));
    }

    @Test
    void whatCannotBeIsRefused() {
        assertThatThrownBy(() -> new HdfsCacheSpec(0, 0)).hasMessage("at once: expected at least 1, got 0");
        assertThatThrownBy(() -> new HdfsCacheSpec(1, -1)).hasMessage("init, ns: expected at least 0, got -1");
    }
}
