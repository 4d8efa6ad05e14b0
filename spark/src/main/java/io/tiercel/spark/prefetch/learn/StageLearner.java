package io.tiercel.spark.prefetch.learn;

import io.tiercel.spark.prefetch.learn.StageModel.ComputingSample;
import io.tiercel.spark.prefetch.learn.StageModel.FirstTaskDetector;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Learns from the tasks of one stage, and from its end. Derives how long each task computed, without reading, from Spark's measurements:
 * the larger of two lower bounds is taken. One is the CPU time, which misses work outside of the JVM. The other is the running time less
 * the longest time that reading may have taken: from a device that serves all slots of its node at once. A task that found its input in
 * memory read almost no time. Not thread-safe.
 */
public final class StageLearner {
    /** The models learn from a stage's time if at least this share of its tasks succeeded; Spark may not have reported the last few. */
    private static final double MIN_SUCCEEDED = 0.9;

    /**
     * How long tasks read.
     *
     * @param seconds of each task, from a device without other readers
     * @param sharers how many tasks may read from one device at once
     * @param memoryRate bytes per second
     */
    public record ReadTimes(List<Double> seconds, double sharers, double memoryRate) {}

    private final Supplier<StageModel> model;
    private final FirstTaskDetector firstTasks = new FirstTaskDetector();
    private final BitSet fromMemory = new BitSet();
    private @Nullable ReadTimes reading;
    private double sum;
    private int count;

    /** @param model of the stage's kind, asked for once a task has ended */
    public StageLearner(Supplier<StageModel> model) {
        this.model = model;
    }

    /** The stage was planned for; tasks that end from now on teach the models. */
    public void start(ReadTimes tasks) {
        reading = tasks;
    }

    /** A task was launched whose whole input was in memory: its computing time will be known, not only bounded. */
    public void readsFromMemory(int task) {
        if (reading != null) {
            fromMemory.set(task);
        }
    }

    /**
     * A task has succeeded.
     *
     * @param bytes that it read; 0 if unknown
     * @return what the models learnt from it
     */
    public Optional<ComputingSample> measured(TaskMeasurement task, long bytes) {
        boolean first = firstTasks.add(task.executor(), task.launchedMillis(), task.endedMillis());
        if (reading == null || bytes == 0) {
            return Optional.empty();
        }
        boolean exact = fromMemory.get(task.task());
        double read = exact
                ? bytes / reading.memoryRate()
                : reading.sharers() * reading.seconds().get(task.task());
        double computed = Math.max(0, Math.max(task.cpuSeconds(), task.runSeconds() - read));
        sum += computed;
        count++;
        StageModel learning = model.get();
        ComputingSample sample = new ComputingSample(learning.phase(task, first), bytes, computed, exact);
        learning.learn(sample);
        learning.learnOverhead(sample.phase(), task.overheadSeconds());
        return Optional.of(sample);
    }

    /** Mean computing time of the tasks that have ended, in seconds; NaN if there is none. */
    public double computingSeconds() {
        return count == 0 ? Double.NaN : sum / count;
    }

    /** Whether enough of the stage's {@code tasks} succeeded for its time to count. */
    public boolean isComplete(long tasks) {
        return reading != null && count >= MIN_SUCCEEDED * tasks;
    }
}
