package io.tiercel.sim.migrate;

/**
 * How jobs' input is brought into memory ahead of their tasks.
 *
 * @param planner selects the blocks
 * @param carrier brings them in
 * @param budget bytes of each node's memory for prefetched blocks; at least 0
 * @param holdsJobs whether a job's tasks ask for slots only when none of its input is on its way any more
 */
public record PrefetchSpec(PlannerSpec planner, Carrier carrier, long budget, boolean holdsJobs) {
    /** Brings blocks into memory: Tiercel's agents, or the file system's own cache. */
    public sealed interface Carrier permits AgentSpec, HdfsCacheSpec {
        /** Nanoseconds between two checks of what has come in. */
        long pollInterval();
    }

    public PrefetchSpec {
        if (budget < 0) {
            throw new IllegalArgumentException("budget: expected at least 0 bytes, got " + budget);
        }
        if (carrier instanceof HdfsCacheSpec && planner.callToStage().isPresent()) {
            throw new IllegalArgumentException("a file system's own cache takes nothing back at a job's call");
        }
    }

    /** All of the input at submission, as DYRS does it. */
    public static PrefetchSpec all(String binder, long budget) {
        return new PrefetchSpec(PlannerSpec.everything(), AgentSpec.sharing(binder), budget, false);
    }
}
