package io.tiercel.hdfs.locate;

/**
 * Spares a failing name node: after a failure nobody asks it for a pause that doubles with each further failure. Then one
 * caller at a time asks until it answers.
 */
final class CircuitBreaker {
    private static final long FIRST_PAUSE_NANOS = 1_000_000_000L;
    private static final long LONGEST_PAUSE_NANOS = 60_000_000_000L;

    private int failures;
    private long closedUntil;
    private boolean trial;

    /** @return 0 if the caller may ask now, and then must report the outcome; else nanoseconds until it may try again */
    synchronized long enter(long now) {
        if (failures == 0) {
            return 0;
        }
        if (closedUntil - now > 0) {
            return closedUntil - now;
        }
        if (trial) {
            return FIRST_PAUSE_NANOS;
        }
        trial = true;
        return 0;
    }

    /** @return whether it had failed before */
    synchronized boolean answered() {
        boolean recovered = failures > 0;
        failures = 0;
        trial = false;
        return recovered;
    }

    /** @return whether this is the first failure in a row, the one to log */
    synchronized boolean failed(long now) {
        if (failures > 0 && !trial && closedUntil - now > 0) {
            return false; // A call that was under way when the first one failed.
        }
        failures++;
        trial = false;
        closedUntil = now + Math.min(LONGEST_PAUSE_NANOS, FIRST_PAUSE_NANOS << Math.min(failures - 1, 10));
        return failures == 1;
    }

    synchronized long pause(long now) {
        return failures == 0 ? 0 : Math.max(0, closedUntil - now);
    }
}
