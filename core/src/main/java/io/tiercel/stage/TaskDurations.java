package io.tiercel.stage;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Expected durations of tasks, learned from those that finished last. Not thread-safe.
 *
 * <p>A stage's own median counts as soon as one of its tasks has finished; a mean would suffer from an executor's first tasks, which
 * start its JVM. Before that counts the application's median ratio of duration to expected read time.
 */
public final class TaskDurations {
    private static final int REMEMBERED = 64;

    private final @Nullable TaskDurations application;
    private final double[] recent = new double[REMEMBERED];
    /** Counts on for as long as an application runs: past the largest int in a server. */
    private long finished;

    private double median = Double.NaN;

    private TaskDurations(@Nullable TaskDurations application) {
        this.application = application;
    }

    public static TaskDurations ofApplication() {
        return new TaskDurations(null);
    }

    public TaskDurations ofStage() {
        return new TaskDurations(this);
    }

    /** Adds a finished task, with the expected time to read its input where it ran. */
    public void finished(long millis, double expectedReadMillis) {
        add(millis);
        if (application != null && expectedReadMillis > 0) {
            application.add(millis / expectedReadMillis);
        }
    }

    private void add(double value) {
        recent[(int) (finished++ % REMEMBERED)] = value;
        double[] sorted = Arrays.copyOf(recent, (int) Math.min(finished, REMEMBERED));
        Arrays.sort(sorted);
        median = sorted[sorted.length / 2];
    }

    /** Whether {@link #expectMillis} knows anything. */
    boolean isKnown() {
        return finished > 0 || (application != null && application.isKnown());
    }

    /** The expected duration of a task of this stage that should read for {@code readMillis}; NaN if nothing is known. */
    double expectMillis(double readMillis) {
        if (finished > 0 || application == null) {
            return median;
        }
        return application.median * readMillis;
    }
}
