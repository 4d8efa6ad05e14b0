package io.tiercel.sim.job;

import io.tiercel.model.Preconditions;

/**
 * Processors, and when tasks compute.
 *
 * @param processors shared by the tasks of all nodes, as on a single machine; 0 if each task has its own
 * @param whileReading whether a task computes while more of its input comes in; if not, it computes after reading
 * @param spread the part of its mean by which the time from a task's slot to its first read varies, 0 to 1; without it equal tasks that share
 *      processors would stay in step for ever
 */
public record ComputeSpec(int processors, boolean whileReading, double spread) {
    /** Each task has a processor, and computes after reading. */
    public static final ComputeSpec AFTER_READING = new ComputeSpec(0, false, 0);

    public ComputeSpec {
        Preconditions.nonNegative("processors", processors);
        if (!(spread >= 0 && spread <= 1)) {
            throw new IllegalArgumentException("spread: expected 0 to 1, got " + spread);
        }
    }
}
