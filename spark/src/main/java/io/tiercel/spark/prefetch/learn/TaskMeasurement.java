package io.tiercel.spark.prefetch.learn;

/**
 * Spark's measurements of a task that has succeeded.
 *
 * @param task its index in the stage
 * @param launchedMillis by the driver's clock
 * @param runMillis running time in the executor
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

    /** Time between launch and end beside running: sending, unpacking, and returning the result. */
    public double overheadSeconds() {
        return Math.max(0, endedMillis - launchedMillis - runMillis) / 1e3;
    }
}
