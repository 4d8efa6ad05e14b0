package io.tiercel.sim.scenario;

import io.tiercel.sim.cluster.ClusterSpec;
import io.tiercel.sim.fault.Disturbances;
import io.tiercel.sim.job.TaskSpec;
import io.tiercel.sim.run.RunSpec;
import io.tiercel.sim.workload.Workload;
import java.util.List;
import java.util.function.LongFunction;

/**
 * A scenario file as it was read: some policies on one cluster with one workload, once for each seed.
 *
 * @param title what the results are headed with
 * @param setup what all policies have in common
 * @param policies at least one
 * @param seeds at least one
 */
public record ScenarioFile(String title, Setup setup, List<ScenarioPolicy> policies, List<Long> seeds) {
    public ScenarioFile {
        policies = List.copyOf(policies);
        seeds = List.copyOf(seeds);
    }

    /**
     * What all policies have in common.
     *
     * @param cluster the cluster
     * @param taskStart nanoseconds from when a task has its slot to its first read
     * @param workload what is to do, by the seed
     * @param disturbances faults, and other readers
     */
    public record Setup(
            ClusterSpec cluster, long taskStart, LongFunction<Workload> workload, Disturbances disturbances) {}

    /** One run. */
    public RunSpec run(ScenarioPolicy policy, long seed) {
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
