package io.tiercel.cli.sim;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import org.HdrHistogram.Histogram;

/** The processor time of a run and of its rounds of scheduling, on one thread. Percentiles are exact to 1%. */
final class RoundTimes {
    private static final int DIGITS = 2;

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final Histogram rounds = new Histogram(DIGITS);
    private final boolean on;
    private long began;
    private long roundBegan;
    private long most;
    private int mostWaiting;
    private long nanos;

    /** @param on whether anything is measured */
    RoundTimes(boolean on) {
        this.on = on;
    }

    /** Begins to measure the run, on this thread. */
    void beginRun() {
        began = on ? threads.getCurrentThreadCpuTime() : 0;
    }

    void endRun() {
        nanos = on ? threads.getCurrentThreadCpuTime() - began : 0;
    }

    void beginRound() {
        if (on) {
            roundBegan = threads.getCurrentThreadCpuTime();
        }
    }

    /** @param waiting tasks that waited when the round began; a round without any is not counted */
    void endRound(int waiting) {
        if (on && waiting > 0) {
            long taken = Math.max(0, threads.getCurrentThreadCpuTime() - roundBegan);
            rounds.recordValue(taken);
            if (taken > most) {
                most = taken;
                mostWaiting = waiting;
            }
        }
    }

    /** Processor time of the run. */
    double seconds() {
        return nanos / 1e9;
    }

    long rounds() {
        return rounds.getTotalCount();
    }

    /** A percentile of the rounds' times. */
    double millis(double percentile) {
        return Math.min(most, rounds.getValueAtPercentile(percentile)) / 1e6;
    }

    double longestMillis() {
        return most / 1e6;
    }

    /** Tasks that waited at the longest round. */
    int waitingAtLongest() {
        return mostWaiting;
    }
}
