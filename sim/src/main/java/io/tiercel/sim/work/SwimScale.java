package io.tiercel.sim.work;

/**
 * How a trace is fitted to another cluster than its own.
 *
 * @param bytes factor of all sizes
 * @param time factor of all arrival times; below 1 the jobs come faster
 * @param cpuSecondsPerByte computing time of a task by what it reads, of which a trace says nothing
 */
public record SwimScale(double bytes, double time, double cpuSecondsPerByte) {
    public SwimScale {
        check("factor of sizes", bytes);
        check("factor of times", time);
        if (!(cpuSecondsPerByte >= 0 && cpuSecondsPerByte < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("CPU seconds per byte: expected at least 0, got " + cpuSecondsPerByte);
        }
    }

    private static void check(String what, double factor) {
        if (!(factor > 0 && factor < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(what + ": expected above 0, got " + factor);
        }
    }
}
