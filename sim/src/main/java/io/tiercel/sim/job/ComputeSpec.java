package io.tiercel.sim.job;

/**
 * What tasks compute with, and when.
 *
 * @param processors that the tasks of all nodes share, as those of a cluster on a single machine do; 0 if each task has one of its own
 * @param whileReading whether a task computes on what it has read while more of its input is on its way, so that it takes as long as the longer of the two; if
 *     not, it computes when it has read
 * @param spread by which part of its mean the time from a task's slot to its first read is shorter or longer, drawn for each task: equal tasks that share
 *     processors would otherwise begin together for ever; 0 to 1
 */
public record ComputeSpec(int processors, boolean whileReading, double spread) {
    /** Each task has a processor, and begins when it has read its input. */
    public static final ComputeSpec AFTER_READING = new ComputeSpec(0, false, 0);

    public ComputeSpec {
        if (processors < 0) {
            throw new IllegalArgumentException("processors: expected at least 0, got " + processors);
        }
        if (!(spread >= 0 && spread <= 1)) {
            throw new IllegalArgumentException("spread: expected 0 to 1, got " + spread);
        }
    }
}
