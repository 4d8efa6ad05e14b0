package io.tiercel.transfer;

import io.tiercel.model.Preconditions;

/**
 * How transfers are ordered and repeated.
 *
 * @param defaultRate bytes per second that a transfer takes for a job of which no I/O rate is known; at least 1
 * @param attempts how often a block is tried before it is given up; at least 1
 * @param retryDelay seconds from the first failure of a block until it may be tried again; doubles with each further failure
 */
public record TransferSettings(TransferPolicy policy, long defaultRate, int attempts, double retryDelay) {
    /** 20 MB/s: a task that reads 64 MB in a few seconds, as in the traces of MixApart (section 3.2). */
    public static final long DEFAULT_RATE = 20_000_000;

    private static final int ATTEMPTS = 4;
    private static final double RETRY_DELAY = 1;

    /** @throws IllegalArgumentException if a number is out of range */
    public TransferSettings {
        Preconditions.atLeast("default rate", defaultRate, 1);
        Preconditions.atLeast("attempts", attempts, 1);
        Preconditions.nonNegative("retry delay", retryDelay);
    }

    /** Four attempts, the second 1 s after the first failure, and {@link #DEFAULT_RATE}. */
    public static TransferSettings of(TransferPolicy policy) {
        return new TransferSettings(policy, DEFAULT_RATE, ATTEMPTS, RETRY_DELAY);
    }

    /** Seconds from a block's last failure until it may be tried again. */
    double delayAfter(int failures) {
        return retryDelay * Math.scalb(1.0, Math.min(failures - 1, 60));
    }
}
