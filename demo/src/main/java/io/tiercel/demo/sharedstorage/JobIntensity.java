package io.tiercel.demo.sharedstorage;

import io.tiercel.demo.report.Identified;

/**
 * How much a job computes. With four slots and 24 MiB/s, the tasks could read about five times and twice as fast as the link, as in the
 * paper (section 8.1.3).
 */
enum JobIntensity implements Identified {
    IO_HEAVY("I/O-heavy", 32, 0.16),
    CPU_HEAVY("CPU-heavy", 80, 0.28);

    final String label;

    /** Milliseconds that a task computes for each MiB of its input. */
    final int computingMillis;

    /** Share of the time of ingest-then-compute that a cold run saves in the paper. */
    final double savedInPaper;

    JobIntensity(String label, int computingMillis, double savedInPaper) {
        this.label = label;
        this.computingMillis = computingMillis;
        this.savedInPaper = savedInPaper;
    }

    /** How many times as fast as the link so many slots could read. */
    double demand(int slots, long linkBytesPerSecond) {
        return slots * 1000.0 / computingMillis * (1 << 20) / linkBytesPerSecond;
    }
}
