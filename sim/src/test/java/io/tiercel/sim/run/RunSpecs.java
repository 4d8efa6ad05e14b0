package io.tiercel.sim.run;

import io.tiercel.cache.LruPolicy;
import io.tiercel.sim.cluster.ClusterSpec;
import io.tiercel.sim.fault.Disturbances;
import io.tiercel.sim.fault.Disturbances.Interference;
import io.tiercel.sim.job.TaskSpec;
import io.tiercel.sim.job.TaskSpec.ComputeSpec;
import io.tiercel.sim.run.StorageSpec.MemoryUse;
import io.tiercel.sim.schedule.SchedulingSpec;
import io.tiercel.sim.storage.Placement;
import io.tiercel.sim.workload.Workload;
import java.util.List;

/** Runs for tests, and variants of them that differ in one thing. */
public final class RunSpecs {
    private RunSpecs() {}

    /** A run without prefetching and disturbances. */
    public static RunSpec plain(
            ClusterSpec cluster,
            Placement placement,
            Workload workload,
            SchedulingSpec scheduling,
            long blockBytes,
            long taskStart,
            long seed) {
        return new RunSpec(
                cluster,
                new StorageSpec(placement, blockBytes, new LruPolicy(), MemoryUse.NONE, false),
                workload,
                scheduling,
                TaskSpec.startingIn(taskStart),
                Disturbances.NONE,
                seed);
    }

    public static RunSpec withMemory(RunSpec run, MemoryUse memory) {
        StorageSpec old = run.storage();
        StorageSpec storage = new StorageSpec(old.placement(), old.blockBytes(), old.eviction(), memory, old.settled());
        return new RunSpec(
                run.cluster(), storage, run.workload(), run.scheduling(), run.tasks(), run.disturbances(), run.seed());
    }

    public static RunSpec withFaults(RunSpec run, Disturbances faults) {
        return disturbed(
                run,
                new Disturbances(
                        faults.faults(), faults.expiry(), run.disturbances().interference()));
    }

    public static RunSpec withInterference(RunSpec run, Interference... interference) {
        return disturbed(
                run,
                new Disturbances(run.disturbances().faults(), run.disturbances().expiry(), List.of(interference)));
    }

    private static RunSpec disturbed(RunSpec run, Disturbances disturbances) {
        return new RunSpec(
                run.cluster(), run.storage(), run.workload(), run.scheduling(), run.tasks(), disturbances, run.seed());
    }

    public static RunSpec withComputing(RunSpec run, ComputeSpec compute) {
        TaskSpec tasks = new TaskSpec(run.tasks().start(), run.tasks().end(), compute);
        return new RunSpec(
                run.cluster(), run.storage(), run.workload(), run.scheduling(), tasks, run.disturbances(), run.seed());
    }
}
