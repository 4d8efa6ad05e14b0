package io.tiercel.demo.jobs;

import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerStageCompleted;
import org.apache.spark.scheduler.SparkListenerTaskEnd;

/** Collects which stages ran and how long their tasks took, from one job's end to the next. */
final class StageTimeListener extends SparkListener {
    private static final long QUIET_MILLIS = 60_000;

    private final SortedSet<Integer> stages = new TreeSet<>();
    private final AtomicLong taskMillis = new AtomicLong();

    @Override
    public synchronized void onStageCompleted(SparkListenerStageCompleted event) {
        stages.add(event.stageInfo().stageId());
    }

    @Override
    public void onTaskEnd(SparkListenerTaskEnd event) {
        if (event.taskMetrics() != null) {
            taskMillis.addAndGet(event.taskMetrics().executorRunTime());
        }
    }

    /** Returns the stages seen since the last call; {@link #drain} first. */
    synchronized Seen take() {
        Seen seen = new Seen(List.copyOf(stages), taskMillis.getAndSet(0) / 1000.0);
        stages.clear();
        return seen;
    }

    /** @throws IllegalStateException if the listeners do not catch up */
    static void drain(SparkContext context) {
        try {
            context.listenerBus().waitUntilEmpty(QUIET_MILLIS);
        } catch (TimeoutException e) {
            throw new IllegalStateException("Spark's listeners did not catch up in " + QUIET_MILLIS + " ms", e);
        }
    }

    record Seen(List<Integer> stages, double taskSeconds) {}
}
