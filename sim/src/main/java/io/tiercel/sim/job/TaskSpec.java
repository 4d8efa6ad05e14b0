package io.tiercel.sim.job;

/**
 * Costs of a task beside its data.
 *
 * @param start nanoseconds from when a task gets its slot to its first read
 * @param end nanoseconds from when a task has written its output until its slot is free
 * @param compute processors, and when tasks compute
 */
public record TaskSpec(long start, long end, ComputeSpec compute) {
    public TaskSpec {
        if (start < 0) {
            throw new IllegalArgumentException("task start: expected at least 0 ns, got " + start);
        }
        if (end < 0) {
            throw new IllegalArgumentException("task end: expected at least 0 ns, got " + end);
        }
    }

    /** Tasks that compute on processors of their own after reading, and free their slot at once. */
    public static TaskSpec startingIn(long nanos) {
        return new TaskSpec(nanos, 0, ComputeSpec.AFTER_READING);
    }
}
