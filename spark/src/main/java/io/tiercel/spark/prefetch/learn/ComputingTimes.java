package io.tiercel.spark.prefetch.learn;

import java.util.BitSet;
import java.util.List;

/**
 * How long each task of a stage computed, reading left out, from what Spark measures of it. The time on the CPU is a lower bound, of
 * work outside of the JVM a poor one. What is left of the running time after reading is another, if reading is given the longest time
 * that it may have taken: that of a device which serves all slots of its node at once. The larger of the two is taken. Of a task
 * that found its input in memory there is hardly anything to subtract.
 */
public final class ComputingTimes {
    private final List<Double> readSeconds;
    private final double sharers;
    private final double memoryRate;
    private final BitSet fromMemory = new BitSet();
    private double sum;
    private int count;

    /**
     * @param readSeconds of each task, from a device that it has for itself
     * @param sharers how many tasks may read from one device at once
     */
    public ComputingTimes(List<Double> readSeconds, double sharers, double memoryRate) {
        this.readSeconds = readSeconds;
        this.sharers = sharers;
        this.memoryRate = memoryRate;
    }

    /** All that a task reads was in memory when it was launched. */
    public void readsFromMemory(int task) {
        fromMemory.set(task);
    }

    /** Whether nothing but memory was to be read, so that it is known how long the task computed, and not only a bound. */
    public boolean isExact(int task) {
        return fromMemory.get(task);
    }

    /**
     * A task has ended.
     *
     * @param bytes that it has read
     * @return for how many seconds it computed
     */
    public double computed(int task, long bytes, double cpuSeconds, double runSeconds) {
        double reading = fromMemory.get(task) ? bytes / memoryRate : sharers * readSeconds.get(task);
        double seconds = Math.max(0, Math.max(cpuSeconds, runSeconds - reading));
        sum += seconds;
        count++;
        return seconds;
    }

    /** How many tasks have ended. */
    public int count() {
        return count;
    }

    /** Mean over the tasks so far; NaN if there is none. */
    public double mean() {
        return count == 0 ? Double.NaN : sum / count;
    }
}
