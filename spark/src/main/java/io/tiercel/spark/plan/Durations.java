package io.tiercel.spark.plan;

import org.jspecify.annotations.Nullable;

/**
 * How long tasks take, learnt from those that finished. Not thread-safe.
 *
 * <p>A stage's own mean counts as soon as one of its tasks has finished. Before that the application's: its tasks so far
 * took so many times as long as reading their input should.
 */
public final class Durations {
    private final @Nullable Durations application;
    private double readMillis;
    private double millis;
    private int finished;

    private Durations(@Nullable Durations application) {
        this.application = application;
    }

    /** Of a whole application. */
    public static Durations ofApplication() {
        return new Durations(null);
    }

    /** Of one stage of this application. */
    public Durations ofStage() {
        return new Durations(this);
    }

    /**
     * A task has finished.
     *
     * @param taskMillis how long it ran
     * @param expectedReadMillis how long reading its input should have taken where it ran
     */
    public void finished(long taskMillis, double expectedReadMillis) {
        finished++;
        millis += taskMillis;
        readMillis += expectedReadMillis;
        if (application != null) {
            application.finished(taskMillis, expectedReadMillis);
        }
    }

    /** The expected duration of a task that should read for {@code expectedReadMillis}; NaN if nothing is known. */
    double expectMillis(double expectedReadMillis) {
        if (finished > 0 && application != null) {
            return millis / finished;
        }
        if (application != null) {
            return application.expectMillis(expectedReadMillis);
        }
        return readMillis > 0 ? millis / readMillis * expectedReadMillis : Double.NaN;
    }
}
