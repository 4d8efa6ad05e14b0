package io.tiercel.sim.workload;

import io.tiercel.model.Preconditions;

/**
 * How a trace is fitted to another cluster.
 *
 * @param bytes factor of all sizes
 * @param time factor of all arrival times; below 1 jobs arrive faster
 * @param cpuSecondsPerByte computing of a task by its input, which traces do not contain
 * @param bytesByReduce the most that a reduce fetches, which determines their number; 0 for jobs of maps, which then write
 */
public record SwimScale(double bytes, double time, double cpuSecondsPerByte, long bytesByReduce) {
    public SwimScale {
        Preconditions.nonNegative("bytes by reduce", bytesByReduce);
        check("factor of sizes", bytes);
        check("factor of times", time);
        if (!(cpuSecondsPerByte >= 0 && cpuSecondsPerByte < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("CPU seconds per byte: expected at least 0, got " + cpuSecondsPerByte);
        }
    }

    /** Jobs of maps. */
    public SwimScale(double bytes, double time, double cpuSecondsPerByte) {
        this(bytes, time, cpuSecondsPerByte, 0);
    }

    /** The reduces of a job; none without a shuffle. */
    ReducePhase reduce(long shuffleBytes) {
        if (bytesByReduce == 0 || shuffleBytes == 0) {
            return ReducePhase.NONE;
        }
        long tasks = (shuffleBytes + bytesByReduce - 1) / bytesByReduce;
        return new ReducePhase(Math.toIntExact(tasks), shuffleBytes, cpuSecondsPerByte);
    }

    private static void check(String what, double factor) {
        if (!(factor > 0 && factor < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(what + ": expected above 0, got " + factor);
        }
    }
}
