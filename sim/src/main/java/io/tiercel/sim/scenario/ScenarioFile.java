package io.tiercel.sim.scenario;

import io.tiercel.sim.cluster.ClusterSpec;
import io.tiercel.sim.fault.Faults;
import io.tiercel.sim.fault.Interference;
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
     * @param blockBytes files are cut into blocks of this length
     * @param taskStart nanoseconds from when a task has its slot to its first read
     * @param workload what is to do, by the seed
     * @param interference what else is done on the nodes' devices
     * @param faults what goes wrong
     */
    public record Setup(
            ClusterSpec cluster,
            long blockBytes,
            long taskStart,
            LongFunction<Workload> workload,
            List<Interference> interference,
            Faults faults) {
        public Setup {
            interference = List.copyOf(interference);
        }
    }

    /** One run of it. */
    public RunSpec scenario(ScenarioPolicy policy, long seed) {
        return new RunSpec(
                        setup.cluster(),
                        policy.placement(),
                        policy.eviction(),
                        setup.workload().apply(seed),
                        policy.scheduling(),
                        setup.blockBytes(),
                        setup.taskStart(),
                        seed)
                .withMemory(policy.memory())
                .withInterference(setup.interference())
                .withFaults(setup.faults())
                .withSettled(policy.settled());
    }
}
