package io.tiercel.spark.prefetch.learn;

import java.util.BitSet;
import java.util.List;

/**
 * Derives how long each task of a stage computed, without reading, from Spark's measurements. The larger of two lower bounds is taken.
 * One is the CPU time, which misses work outside of the JVM. The other is the running time less the longest time that reading may have
 * taken: from a device that serves all slots of its node at once. A task that found its input in memory read almost no time.
 */
public final class ComputingTimes {
    private final List<Double> readSeconds;
    private final double sharers;
    private final double memoryRate;
    private final BitSet fromMemory = new BitSet();
    private double sum;
    private int count;

    /**
     * @param readSeconds of each task, from a device without other readers
     * @param sharers how many tasks may read from one device at once
     */
    public ComputingTimes(List<Double> readSeconds, double sharers, double memoryRate) {
        this.readSeconds = readSeconds;
        this.sharers = sharers;
        this.memoryRate = memoryRate;
    }

    /** The whole input of a task was in memory when it was launched. */
    public void readsFromMemory(int task) {
        fromMemory.set(task);
    }

    /** Whether the task read from memory only: then its computing time is known, not only bounded. */
    public boolean isExact(int task) {
        return fromMemory.get(task);
    }

    /**
     * A task has ended.
     *
     * @param bytes that it has read
     * @return its computing time in seconds, or a lower bound
     */
    public double computed(int task, long bytes, double cpuSeconds, double runSeconds) {
        double reading = fromMemory.get(task) ? bytes / memoryRate : sharers * readSeconds.get(task);
        double seconds = Math.max(0, Math.max(cpuSeconds, runSeconds - reading));
        sum += seconds;
        count++;
        return seconds;
    }

    /** The number of tasks that have ended. */
    public int count() {
        return count;
    }

    /** Mean computing time so far, in seconds; NaN without tasks. */
    public double mean() {
        return count == 0 ? Double.NaN : sum / count;
    }
}
