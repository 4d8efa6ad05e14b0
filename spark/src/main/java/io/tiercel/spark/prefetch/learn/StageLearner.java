package io.tiercel.spark.prefetch.learn;

import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Learns from the tasks of one stage, and from its end. Not thread-safe. */
public final class StageLearner {
    /** The models learn from a stage's time if at least this share of its tasks succeeded; Spark may not have reported the last few. */
    private static final double MIN_SUCCEEDED = 0.9;

    private final Supplier<StageModel> model;
    private final FirstTaskDetector firstTasks = new FirstTaskDetector();
    private @Nullable ComputingTimes times;

    /** @param model of the stage's kind, asked for once a task has ended */
    public StageLearner(Supplier<StageModel> model) {
        this.model = model;
    }

    /** The stage was planned for; tasks that end from now on teach the models. */
    public void start(ComputingTimes tasks) {
        times = tasks;
    }

    /** A task was launched whose whole input was in memory. */
    public void readsFromMemory(int task) {
        if (times != null) {
            times.readsFromMemory(task);
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
        if (times == null || bytes == 0) {
            return Optional.empty();
        }
        StageModel learning = model.get();
        ComputingSample sample = new ComputingSample(
                learning.phase(task, first),
                bytes,
                times.computed(task.task(), bytes, task.cpuSeconds(), task.runSeconds()),
                times.isExact(task.task()));
        learning.learn(sample);
        learning.learnOverhead(sample.phase(), task.overheadSeconds());
        return Optional.of(sample);
    }

    /** Mean computing time of the tasks that have ended, in seconds; NaN if there is none. */
    public double computingSeconds() {
        return times == null ? Double.NaN : times.mean();
    }

    /** Whether enough of the stage's {@code tasks} succeeded for its time to count. */
    public boolean isComplete(long tasks) {
        return times != null && times.count() >= MIN_SUCCEEDED * tasks;
    }
}
