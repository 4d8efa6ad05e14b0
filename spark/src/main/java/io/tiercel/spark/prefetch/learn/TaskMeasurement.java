package io.tiercel.spark.prefetch.learn;

/**
 * What Spark measured of a task that has succeeded.
 *
 * @param task its index in the stage
 * @param launchedMillis by the driver's clock
 * @param endedMillis the same
 * @param cpuNanos of its running time, that on a CPU
 * @param runMillis in the executor, without what comes before and after
 */
public record TaskMeasurement(
        int stage,
        int attempt,
        int task,
        String executor,
        long launchedMillis,
        long endedMillis,
        long cpuNanos,
        long runMillis) {
    public double cpuSeconds() {
        return cpuNanos / 1e9;
    }

    public double runSeconds() {
        return runMillis / 1e3;
    }

    /** What passes between its launch and its end beside running: it is sent, unpacked, and its result comes back. */
    public double overheadSeconds() {
        return Math.max(0, endedMillis - launchedMillis - runMillis) / 1e3;
    }
}
