package io.tiercel.sim.job;

import io.tiercel.model.Preconditions;
import java.util.SplittableRandom;

/**
 * Costs of a task beside its data.
 *
 * @param start nanoseconds from when a task gets its slot to its first read
 * @param end nanoseconds from when a task has written its output until its slot is free
 */
public record TaskSpec(long start, long end, ComputeSpec compute) {
    public TaskSpec {
        Preconditions.nonNegative("task start, ns", start);
        Preconditions.nonNegative("task end, ns", end);
    }

    /** Tasks that compute on processors of their own after reading, and free their slot at once. */
    public static TaskSpec startingIn(long nanos) {
        return new TaskSpec(nanos, 0, ComputeSpec.AFTER_READING);
    }

    /**
     * Processors, and when tasks compute.
     *
     * @param processors shared by the tasks of all nodes, as on a single machine; 0 if each task has its own
     * @param whileReading whether a task computes while more of its input comes in; if not, it computes after reading
     * @param spread the part of its mean by which the time from a task's slot to its first read varies, 0 to 1; without it equal tasks that share
     *      processors would stay in step for ever
     * @param steps in which a task reads and computes by turns, if not at the same time; at least 1
     * @param variation how much tasks of the same input differ in computing: the logarithm of each task's factor is drawn from
     *      {@code -variation} to {@code variation}; 0 for not at all
     */
    public record ComputeSpec(int processors, boolean whileReading, double spread, int steps, double variation) {
        /** Each task has a processor, and computes after reading. */
        public static final ComputeSpec AFTER_READING = new ComputeSpec(0, false, 0);

        /** Tasks of the same input compute for the same time, in one step. */
        public ComputeSpec(int processors, boolean whileReading, double spread) {
            this(processors, whileReading, spread, 1, 0);
        }

        public ComputeSpec {
            Preconditions.nonNegative("processors", processors);
            if (!(spread >= 0 && spread <= 1)) {
                throw new IllegalArgumentException("spread: expected 0 to 1, got " + spread);
            }
            Preconditions.atLeast("steps", steps, 1);
            Preconditions.nonNegative("variation", variation);
        }

        /**
         * How much longer than others of the same input a task computes: the same for a task in every run, and under every policy.
         *
         * @param task its number in its job
         */
        public double factor(String job, int task) {
            if (variation == 0) {
                return 1;
            }
            long seed = job.hashCode() * 1_000_003L + task;
            return Math.exp(variation * (2 * new SplittableRandom(seed).nextDouble() - 1));
        }
    }
}
