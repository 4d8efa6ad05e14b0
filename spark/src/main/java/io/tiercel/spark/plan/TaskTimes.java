package io.tiercel.spark.plan;

/**
 * How long a task waited for its input, and how long it did all else.
 *
 * @param readSeconds its running time less what it computed, collected garbage and moved of shuffles
 * @param otherSeconds the rest of the time between launch and end
 * @param bytesRead of its input
 */
public record TaskTimes(double readSeconds, double otherSeconds, long bytesRead) {
    /**
     * The times by Spark's metrics. Work outside of the JVM's threads, as of Python, counts as reading: Spark does not tell it apart.
     *
     * @param durationMillis between launch and end, by the driver's clock
     * @param busyMillis of the running time, computing, collecting garbage, and moving shuffle data
     */
    public static TaskTimes of(long durationMillis, long runMillis, double busyMillis, long bytesRead) {
        double read = Math.max(0, Math.min(durationMillis, runMillis) - busyMillis) / 1e3;
        return new TaskTimes(read, Math.max(0, durationMillis / 1e3 - read), bytesRead);
    }
}
