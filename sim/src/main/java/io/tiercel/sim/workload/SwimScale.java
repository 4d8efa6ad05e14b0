package io.tiercel.sim.workload;

/**
 * How a trace is fitted to another cluster than its own.
 *
 * @param bytes factor of all sizes
 * @param time factor of all arrival times; below 1 the jobs come faster
 * @param cpuSecondsPerByte computing time of a task by what it reads, of which a trace says nothing
 * @param bytesByReduce how much of a job's shuffle each of its reduces fetches at most, of which it says nothing either; 0 for jobs of maps alone, which then write
 */
public record SwimScale(double bytes, double time, double cpuSecondsPerByte, long bytesByReduce) {
    public SwimScale {
        if (bytesByReduce < 0) {
            throw new IllegalArgumentException("bytes by reduce: expected at least 0, got " + bytesByReduce);
        }
        check("factor of sizes", bytes);
        check("factor of times", time);
        if (!(cpuSecondsPerByte >= 0 && cpuSecondsPerByte < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("CPU seconds per byte: expected at least 0, got " + cpuSecondsPerByte);
        }
    }

    /** Jobs of maps alone. */
    public SwimScale(double bytes, double time, double cpuSecondsPerByte) {
        this(bytes, time, cpuSecondsPerByte, 0);
    }

    /** The reduces of a job that shuffles so much; none where it shuffles nothing. */
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
