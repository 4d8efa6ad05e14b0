package io.tiercel.sim.workload;

import io.tiercel.model.Preconditions;

/**
 * The reduces of a job: they fetch the maps' output, compute, and write the job's output.
 *
 * @param tasks number of reduces; without any, maps write the output
 * @param shuffleBytes fetched by all of them together
 * @param cpuSecondsPerByte computing of a reduce by what it fetches
 */
public record ReducePhase(int tasks, long shuffleBytes, double cpuSecondsPerByte) {
    public static final ReducePhase NONE = new ReducePhase(0, 0, 0);

    public ReducePhase {
        Preconditions.nonNegative("reduces", tasks);
        if (shuffleBytes < 0 || tasks == 0 && shuffleBytes > 0) {
            throw new IllegalArgumentException(
                    "shuffle bytes: expected at least 0, and 0 without reduces, got " + shuffleBytes);
        }
        Preconditions.nonNegative("CPU seconds per byte of reduces", cpuSecondsPerByte);
    }
}
