package io.tiercel.hdfs.daemon;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * When a coordinator that did not start is tried again: after a second. Not after a {@link LinkageError}: the class path of a process does
 * not get better. Used by one thread.
 */
final class StartAttempts {
    private static final long PAUSE = TimeUnit.SECONDS.toNanos(1);

    private final LongSupplier nanos;
    private final Consumer<String> complaints;
    private long next;
    private String lastProblem = "";
    private boolean isHopeless;

    /**
     * @param nanos the clock
     * @param complaints hears why an attempt failed, if the reason is another than before
     */
    StartAttempts(LongSupplier nanos, Consumer<String> complaints) {
        this.nanos = nanos;
        this.complaints = complaints;
        this.next = nanos.getAsLong();
    }

    boolean isDue() {
        return !isHopeless && nanos.getAsLong() - next >= 0;
    }

    void succeeded() {
        lastProblem = "";
    }

    void failed(Throwable e) {
        next = nanos.getAsLong() + PAUSE;
        isHopeless |= e instanceof LinkageError;
        String problem = text(e);
        if (!problem.equals(lastProblem)) {
            complaints.accept(problem);
            lastProblem = problem;
        }
    }

    private static String text(Throwable e) {
        if (e instanceof LinkageError) {
            return e + "; a library is missing or of another version, and it is not tried again in this process";
        }
        return e instanceof IOException || e instanceof IllegalArgumentException
                ? String.valueOf(e.getMessage())
                : e.toString();
    }
}
