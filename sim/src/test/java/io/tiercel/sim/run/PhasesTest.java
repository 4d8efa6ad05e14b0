package io.tiercel.sim.run;

import static io.tiercel.sim.cluster.Specs.MB;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tiercel.assign.AssignmentPolicies;
import io.tiercel.assign.CostModel;
import io.tiercel.model.Tier;
import io.tiercel.sim.cluster.ClusterSpec;
import io.tiercel.sim.cluster.ClusterSpec.DeviceSpec;
import io.tiercel.sim.cluster.ClusterSpec.NodeSpec;
import io.tiercel.sim.cluster.ClusterSpec.RackSpec;
import io.tiercel.sim.cluster.Specs;
import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.fault.Disturbances.Interference;
import io.tiercel.sim.job.JobResult;
import io.tiercel.sim.job.Locality;
import io.tiercel.sim.job.ReplicaSelector.ReplicaOrder;
import io.tiercel.sim.job.TaskSpec.ComputeSpec;
import io.tiercel.sim.migrate.PrefetchSpec;
import io.tiercel.sim.migrate.PrefetchSpec.AgentSpec;
import io.tiercel.sim.migrate.PrefetchSpec.PlannerSpec;
import io.tiercel.sim.run.StorageSpec.MemoryUse;
import io.tiercel.sim.schedule.SchedulingSpec;
import io.tiercel.sim.schedule.SchedulingSpec.OfferMode;
import io.tiercel.sim.storage.Placement.OneTierPlacement;
import io.tiercel.sim.workload.InputFile;
import io.tiercel.sim.workload.Job;
import io.tiercel.sim.workload.ReducePhase;
import io.tiercel.sim.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Reduces, migrations, the page cache and interference, each as long as by hand. Files have blocks of 100 MB, tasks start in a second. */
final class PhasesTest {
    private static RunSpec scenario(ClusterSpec cluster, int replicas, Job... jobs) {
        List<InputFile> files = new ArrayList<>();
        for (Job job : jobs) {
            if (files.stream().noneMatch(file -> file.path().equals(job.input().orElseThrow()))) {
                files.add(new InputFile(job.input().orElseThrow(), job.inputBytes()));
            }
        }
        return RunSpecs.plain(
                cluster,
                new OneTierPlacement(Tier.HDD, replicas),
                new Workload(files, List.of(jobs)),
                new SchedulingSpec(
                        AssignmentPolicies.named("trident"), CostModel.trident(), OfferMode.ALL_SLOTS, Engine.SECOND),
                100 * MB,
                Engine.SECOND,
                1);
    }

    private static Job job(String name, long seconds, long megabytes) {
        return new Job(
                name, seconds * Engine.SECOND, Optional.of("in"), megabytes * MB, 0.02 / MB, Optional.empty(), 0);
    }

    /**
     * Two nodes with a slot each. Both maps start at 0, read from 1 to 2, compute until 4 and leave 50 MB each. The reduce starts at 4, fetches the other
     * node's 50 MB over a link of 50 MB/s from 5 to 6, computes until 7, and writes 50 MB on both nodes until 8.
     */
    @Test
    void aReduceFetchesWhatTheMapsHaveLeft() {
        Job job = new Job("job", 0, Optional.of("in"), 200 * MB, 0.02 / MB, Optional.of("out"), 50 * MB)
                .withReduce(new ReducePhase(1, 100 * MB, 0.01 / MB));
        RunResult run = Simulation.run(scenario(Specs.plain(2, 1), 2, job), 100);
        JobResult result = run.jobs().get(0);
        assertThat(result.duration()).isEqualTo(8 * Engine.SECOND);
        assertThat(result.maps()).isEqualTo(2);
        assertThat(result.mapNanos()).isEqualTo(8 * Engine.SECOND);
        assertThat(result.taskNanos()).isEqualTo(12 * Engine.SECOND);
        assertThat(run.log().kept()).contains("4000000000\treduces-wait\tjob\t1\n");
    }

    /**
     * Four maps of 100 MB on two nodes that share one processor: a second of it to start each, as two at a time until 2; then they read for a second while they compute
     * for two seconds of the processor each, until 6. The second two likewise.
     */
    @Test
    void tasksOfOneMachineShareItsProcessorsAndComputeWhileTheyRead() {
        RunSpec plain = scenario(Specs.plain(2, 1), 2, job("job", 0, 400));
        RunResult run = Simulation.run(RunSpecs.withComputing(plain, new ComputeSpec(1, true, 0)), 0);
        assertThat(run.jobs().get(0).duration()).isEqualTo(12 * Engine.SECOND);
        assertThat(Simulation.run(plain, 0).jobs().get(0).duration()).isEqualTo(8 * Engine.SECOND);
    }

    /**
     * A disk of 40 MB/s has brought 40 of 100 MB in when the task reads at 1 s: the rest takes until 2.5, computing until 4.5. An agent that
     * shares the disk does so until it hears of the read at 2: reading takes until 4, computing until 6.
     */
    @Test
    void whatAnAgentHasReadBeforeItGaveWayIsInThePageCache() {
        NodeSpec node = new NodeSpec(
                1,
                List.of(
                        new DeviceSpec(Tier.MEMORY, 1_000 * MB, 1_000 * MB),
                        new DeviceSpec(Tier.HDD, 40 * MB, 1_000 * MB)),
                50 * MB);
        RunSpec cold = scenario(new ClusterSpec(List.of(RackSpec.of(1, node, 40 * MB))), 1, job("job", 0, 100));
        PrefetchSpec all = PrefetchSpec.all("dyrs", 1_000 * MB);
        assertThat(duration(
                        cold,
                        new PrefetchSpec(
                                PlannerSpec.everything(),
                                AgentSpec.yielding("dyrs", Engine.SECOND),
                                1_000 * MB,
                                false)))
                .isEqualTo(9 * Engine.SECOND / 2);
        assertThat(duration(cold, all)).isEqualTo(6 * Engine.SECOND);
    }

    private static long duration(RunSpec scenario, PrefetchSpec prefetching) {
        MemoryUse use = MemoryUse.prefetching(prefetching, ReplicaOrder.MEMORY_FIRST);
        return Simulation.run(RunSpecs.withMemory(scenario, use), 0)
                .jobs()
                .get(0)
                .duration();
    }

    /**
     * In a lead of 3 s a disk of 100 MB/s brings in 3 of 10 blocks. At the call, a second before tasks ask for slots, what no agent has begun with is taken back; from
     * then on what is planned comes in, as the disk is idle while tasks compute.
     */
    @Test
    void whatIsPlannedAtAStageComesAfterWhatIsTakenBackAtTheCall() {
        RunSpec cold =
                scenario(Specs.tiered(1, 1, 1, 2_000), 1, job("job", 0, 1_000).withLead(3 * Engine.SECOND));

        assertThat(fromMemory(cold, "none")).isBetween(2, 4);
        assertThat(fromMemory(cold, "all")).isGreaterThan(8);
    }

    private static int fromMemory(RunSpec scenario, String planner) {
        PrefetchSpec prefetching = new PrefetchSpec(
                PlannerSpec.atStages(planner, 0, 0, Engine.SECOND),
                AgentSpec.yielding("dyrs", Engine.SECOND),
                2_000 * MB,
                false);
        MemoryUse use = MemoryUse.prefetching(prefetching, ReplicaOrder.MEMORY_FIRST);
        return Simulation.run(RunSpecs.withMemory(scenario, use), 0)
                .jobs()
                .get(0)
                .reads()
                .getOrDefault(Locality.MEMORY_LOCAL, 0);
    }

    /** Of 100 MB an idle disk of 100 MB/s has 40 ready. */
    @Test
    void anIdleDeviceIsAhead() {
        NodeSpec node = new NodeSpec(1, List.of(new DeviceSpec(Tier.HDD, 100 * MB, 1_000 * MB, 0, 40 * MB)), 50 * MB);
        RunSpec scenario = scenario(new ClusterSpec(List.of(RackSpec.of(1, node, 40 * MB))), 1, job("job", 0, 100));
        assertThat(Simulation.run(scenario, 0).jobs().get(0).duration()).isEqualTo(36 * Engine.SECOND / 10);
    }

    /** A lead of 3 s, in which a disk of 100 MB/s brings 100 MB into a memory of 1,000 MB/s; the job then ends at 6.1 s. */
    @Test
    void whatIsMigratedInTheLeadIsReadFromMemoryAndLetGo() {
        RunSpec cold =
                scenario(Specs.tiered(1, 1, 2, 1_000), 1, job("job", 0, 100).withLead(3 * Engine.SECOND));
        RunResult run = Simulation.run(
                RunSpecs.withMemory(
                        cold, MemoryUse.prefetching(PrefetchSpec.all("dyrs", 1_000 * MB), ReplicaOrder.MEMORY_FIRST)),
                100);
        assertThat(String.join("", run.log().kept()))
                .isEqualTo(
                        """
                        0\tjob-begins\tjob\t1
                        0\tmigration-begins\t0\t0
                        1000000000\tmigration-ends\t0\t0
                        3000000000\ttask-starts\tjob\t0\t0\t0
                        4000000000\ttask-reads\tjob\t0\t0\tMEMORY_LOCAL
                        5000000000\tlets-go\t0\t0
                        6100000000\ttask-ends\tjob\t0\t0\t0
                        6100000000\tjob-ends\tjob
                        """);
        assertThat(Simulation.run(cold, 0).jobs().get(0).duration()).isEqualTo(7 * Engine.SECOND);
    }

    /**
     * Without a lead, and with another reader on the disk, the task reads at 1 s what is in memory by half: the migration is given up at the agent's next
     * heartbeat, at 2 s. The task has a third of the disk until then, and half of it after.
     */
    @Test
    void aMigrationThatItsReaderOvertakesIsGivenUp() {
        RunSpec cold = RunSpecs.withInterference(
                scenario(Specs.tiered(1, 1, 1, 1_000), 1, job("job", 0, 100)), Interference.steady(0, Tier.HDD, 1));
        RunResult run = Simulation.run(
                RunSpecs.withMemory(
                        cold, MemoryUse.prefetching(PrefetchSpec.all("dyrs", 1_000 * MB), ReplicaOrder.MEMORY_FIRST)),
                100);
        assertThat(run.log().kept())
                .contains("1000000000\ttask-reads\tjob\t0\t0\tHDD_LOCAL\n", "2000000000\tlets-go\t0\t0\n")
                .noneMatch(line -> line.contains("migration-ends"));
        assertThat(run.jobs().get(0).duration() / 1e9).isCloseTo(2 + 4.0 / 3 + 2, within(1e-6));
    }

    /** Its input is in memory after 1 s; what there is no room for, nobody waits for. */
    @Test
    void aJobThatIsHeldWaitsForWhatIsOnItsWay() {
        RunSpec cold = scenario(Specs.tiered(1, 1, 1, 1_000), 1, job("job", 0, 100));
        assertThat(held(cold, 1_000).reads()).isEqualTo(Map.of(Locality.MEMORY_LOCAL, 1));
        assertThat(held(cold, 0).reads()).isEqualTo(Map.of(Locality.HDD_LOCAL, 1));
        assertThat(held(cold, 1_000).duration()).isLessThan(6 * Engine.SECOND);
        assertThat(held(cold, 0).duration()).isLessThan(6 * Engine.SECOND);
    }

    private static JobResult held(RunSpec cold, long megabytes) {
        PrefetchSpec all = new PrefetchSpec(PlannerSpec.everything(), AgentSpec.sharing("dyrs"), megabytes * MB, true);
        return Simulation.run(RunSpecs.withMemory(cold, MemoryUse.prefetching(all, ReplicaOrder.MEMORY_FIRST)), 0)
                .jobs()
                .get(0);
    }

    @Test
    void thePageCacheServesTheSecondJob() {
        Job first = job("first", 0, 300);
        Job second = job("second", 60, 300);
        Map<Locality, Integer> fits = reads(scenario(Specs.tiered(1, 1, 1, 300), 1, first, second));
        assertThat(fits).isEqualTo(Map.of(Locality.MEMORY_LOCAL, 3));
        Map<Locality, Integer> tooLarge = reads(scenario(Specs.tiered(1, 1, 1, 200), 1, first, second));
        assertThat(tooLarge)
                .as("two in memory are read first, as they cost least")
                .isEqualTo(Map.of(Locality.MEMORY_LOCAL, 2, Locality.HDD_LOCAL, 1));
    }

    private static Map<Locality, Integer> reads(RunSpec scenario) {
        return Simulation.run(RunSpecs.withMemory(scenario, MemoryUse.PAGE_CACHE), 0)
                .jobs()
                .get(1)
                .reads();
    }

    /** Another reader halves the disk: 1 s more for 100 MB. One that pauses by turns of half a second costs 0.25 s. */
    @Test
    void othersOnTheDiskTakeTheirShare() {
        RunSpec alone = scenario(Specs.plain(1, 1), 1, job("job", 0, 100));
        assertThat(duration(alone)).isEqualTo(4 * Engine.SECOND);
        assertThat(duration(RunSpecs.withInterference(alone, Interference.steady(0, Tier.HDD, 1))))
                .isEqualTo(5 * Engine.SECOND);
        assertThat(duration(
                        RunSpecs.withInterference(alone, new Interference(0, Tier.HDD, 1, Engine.SECOND / 2, true))))
                .isEqualTo(4 * Engine.SECOND + Engine.SECOND / 4);
    }

    private static long duration(RunSpec scenario) {
        return Simulation.run(scenario, 0).jobs().get(0).duration();
    }

    @Test
    void whatCannotBeIsRefused() {
        RunSpec plain = scenario(Specs.plain(1, 1), 1, job("job", 0, 100));
        assertThatThrownBy(() -> RunSpecs.withMemory(plain, MemoryUse.PAGE_CACHE))
                .hasMessage("cluster: expected a device of tier MEMORY, into which blocks are copied, got none");
        assertThatThrownBy(() -> RunSpecs.withInterference(plain, Interference.steady(1, Tier.HDD, 1)))
                .hasMessage("interference: expected a node below 1, got 1");
        assertThatThrownBy(() -> new ReducePhase(0, 1, 0))
                .hasMessage("shuffle bytes: expected at least 0, and 0 without reduces, got 1");
        assertThatThrownBy(() -> PrefetchSpec.all("early", 1))
                .hasMessage("migration binder: expected one of dyrs, ignem, naive, got 'early'");
    }
}
