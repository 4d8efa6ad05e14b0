package io.tiercel.cli.sim;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * How much processor time a run's rounds of scheduling take, and the run itself; of one thread. Times of rounds are counted in classes, of which
 * each is a sixteenth longer than the one before: there are millions of rounds.
 */
final class RoundTimes {
    private static final int PARTS = 16;
    private static final int CLASSES = 64 * PARTS;

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final boolean on;
    private final long[] counts = new long[CLASSES];
    private long began;
    private long roundBegan;
    private long rounds;
    private long most;
    private int mostWaiting;
    private long nanos;

    /** @param on whether anything is measured */
    RoundTimes(boolean on) {
        this.on = on;
    }

    /** The run begins, on this thread. */
    void runBegins() {
        began = on ? threads.getCurrentThreadCpuTime() : 0;
    }

    void runEnds() {
        nanos = on ? threads.getCurrentThreadCpuTime() - began : 0;
    }

    void roundBegins() {
        if (on) {
            roundBegan = threads.getCurrentThreadCpuTime();
        }
    }

    /** @param waiting tasks that waited when it began; a round for which none waits counts as none */
    void roundEnds(int waiting) {
        if (on && waiting > 0) {
            long taken = threads.getCurrentThreadCpuTime() - roundBegan;
            counts[classOf(taken)]++;
            rounds++;
            if (taken > most) {
                most = taken;
                mostWaiting = waiting;
            }
        }
    }

    static int classOf(long nanos) {
        if (nanos < PARTS) {
            return (int) Math.max(0, nanos);
        }
        int octave = 63 - Long.numberOfLeadingZeros(nanos);
        int part = (int) (nanos >>> (octave - 4)) - PARTS;
        return (octave - 3) * PARTS + part;
    }

    /** The longest time of a class, nanoseconds. */
    static long endOf(int index) {
        if (index < PARTS) {
            return index;
        }
        int octave = index / PARTS + 3;
        return ((index % PARTS + PARTS + 1L) << (octave - 4)) - 1;
    }

    /** Processor time of the run, seconds. */
    double seconds() {
        return nanos / 1e9;
    }

    long rounds() {
        return rounds;
    }

    /** Within how many milliseconds this share of the rounds were over, to a sixteenth. */
    double millis(double share) {
        long wanted = (long) Math.ceil(share * rounds);
        long sum = 0;
        for (int index = 0; index < CLASSES; index++) {
            sum += counts[index];
            if (sum >= wanted && sum > 0) {
                return Math.min(most, endOf(index)) / 1e6;
            }
        }
        return 0;
    }

    /** Of the longest round, milliseconds. */
    double mostMillis() {
        return most / 1e6;
    }

    /** How many tasks waited at the longest round. */
    int mostWaiting() {
        return mostWaiting;
    }
}
