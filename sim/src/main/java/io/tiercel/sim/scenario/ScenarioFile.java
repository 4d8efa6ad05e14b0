package io.tiercel.sim.scenario;

import io.tiercel.sim.cluster.ClusterSpec;
import io.tiercel.sim.fault.Disturbances;
import io.tiercel.sim.job.TaskSpec;
import io.tiercel.sim.run.RunSpec;
import io.tiercel.sim.run.StorageSpec;
import io.tiercel.sim.schedule.SchedulingSpec;
import io.tiercel.sim.workload.Workload;
import java.util.List;
import java.util.function.LongFunction;

/** A scenario: at least one policy on one cluster with one workload, once for each of at least one seed. */
public record ScenarioFile(String title, Setup setup, List<Policy> policies, List<Long> seeds) {
    public ScenarioFile {
        policies = List.copyOf(policies);
        seeds = List.copyOf(seeds);
    }

    /**
     * The parts that all policies share.
     *
     * @param taskStart nanoseconds from when a task gets its slot to its first read
     */
    public record Setup(
            ClusterSpec cluster, long taskStart, LongFunction<Workload> workload, Disturbances disturbances) {}

    /** One of the policies. */
    public record Policy(String name, StorageSpec storage, SchedulingSpec scheduling) {}

    public RunSpec run(Policy policy, long seed) {
        return new RunSpec(
                setup.cluster(),
                policy.storage(),
                setup.workload().apply(seed),
                policy.scheduling(),
                TaskSpec.startingIn(setup.taskStart()),
                setup.disturbances(),
                seed);
    }
}
