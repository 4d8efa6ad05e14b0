package io.tiercel.testkit.process;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** A moment until which one may wait for a condition. */
public final class Deadline {
    private static final long POLL_MILLIS = 50;

    private final Duration limit;
    private final long end;

    public Deadline(Duration limit) {
        this.limit = limit;
        this.end = System.nanoTime() + limit.toNanos();
    }

    /** Waits until the condition holds; the complaint is the message if the deadline passes. */
    public void await(BooleanSupplier condition, Supplier<String> complaint) {
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new ClusterException(complaint.get() + " within " + limit.toSeconds() + " s");
            }
            pause();
        }
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ClusterException("interrupted while waiting for the cluster");
        }
    }
}
