package io.tiercel.testkit.s3;

import java.util.Arrays;

/** The most that came within any second, to a tenth of a second. Thread-safe. */
final class PeakRate {
    private static final long TENTH = 100_000_000;
    private static final int TENTHS = 10;

    /** What came in each of the last tenths; the number of a tenth modulo their count is its place. */
    private final long[] came = new long[TENTHS];

    private long latest;
    private long sum;
    private long peak;

    /** @param nanos of a clock that nobody sets; a call that is a little late counts for the tenth that is on */
    synchronized void add(long amount, long nanos) {
        long tenth = Math.floorDiv(nanos, TENTH);
        if (tenth - latest >= TENTHS || sum == 0) {
            Arrays.fill(came, 0);
            sum = 0;
            latest = tenth;
        }
        while (latest < tenth) {
            latest++;
            sum -= came[place()];
            came[place()] = 0;
        }
        came[place()] += amount;
        sum += amount;
        peak = Math.max(peak, sum);
    }

    private int place() {
        return (int) Math.floorMod(latest, (long) TENTHS);
    }

    /** The peak since the last call. The second that is on counts anew. */
    synchronized long take() {
        long taken = peak;
        Arrays.fill(came, 0);
        sum = 0;
        peak = 0;
        return taken;
    }
}
