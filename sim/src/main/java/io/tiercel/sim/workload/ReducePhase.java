package io.tiercel.sim.workload;

/**
 * The second half of a job: tasks that fetch what all maps have left for them, compute, and write the output.
 *
 * @param tasks how many; 0 for a job of maps alone, which then write the output themselves
 * @param shuffleBytes what all of them fetch together
 * @param cpuSecondsPerByte computing time of a task by what it fetches
 */
public record ReducePhase(int tasks, long shuffleBytes, double cpuSecondsPerByte) {
    /** No reduces. */
    public static final ReducePhase NONE = new ReducePhase(0, 0, 0);

    public ReducePhase {
        if (tasks < 0) {
            throw new IllegalArgumentException("reduces: expected at least 0, got " + tasks);
        }
        if (shuffleBytes < 0 || tasks == 0 && shuffleBytes > 0) {
            throw new IllegalArgumentException(
                    "shuffle bytes: expected at least 0, and 0 without reduces, got " + shuffleBytes);
        }
        if (!(cpuSecondsPerByte >= 0 && cpuSecondsPerByte < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(
                    "CPU seconds per byte of reduces: expected at least 0, got " + cpuSecondsPerByte);
        }
    }
}
