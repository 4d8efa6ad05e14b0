package io.tiercel.demo.sharedstorage;

import io.tiercel.demo.data.TpchDataset.Content;
import io.tiercel.demo.jobs.SparkJob;
import io.tiercel.demo.report.Identified;

/**
 * How much a job computes. With four slots and 24 MiB/s, the tasks could read about five times and twice as fast as the link, as in the
 * paper (section 8.1.3). Lines come while their tasks compute. A table in Parquet comes first: its tasks read a row group, and then
 * compute. They could read about as fast as the link.
 */
public enum JobIntensity implements Identified {
    IO_HEAVY("I/O-heavy", 32, 0.16, SparkJob.COMPUTE, Content.LINES),
    CPU_HEAVY("CPU-heavy", 80, 0.28, SparkJob.COMPUTE, Content.LINES),
    PARQUET("Parquet", 110, Double.NaN, SparkJob.COMPUTE_COLUMNS, Content.COLUMNS);

    final String label;

    /** Milliseconds that a task computes for each MiB of its input. */
    final int computingMillis;

    /** Share of the time of ingest-then-compute that a cold run saves in the paper; not a number where it has none. */
    final double savedInPaper;

    final SparkJob job;
    final Content content;

    JobIntensity(String label, int computingMillis, double savedInPaper, SparkJob job, Content content) {
        this.label = label;
        this.computingMillis = computingMillis;
        this.savedInPaper = savedInPaper;
        this.job = job;
        this.content = content;
    }

    /** By its {@link #id}. */
    public static JobIntensity named(String id) {
        return Identified.named(JobIntensity.class, "--intensities", id);
    }

    /** Where its table lies below a root. */
    String directory() {
        return content == Content.COLUMNS ? "/parquet/lineitem" : "/text/lineitem";
    }

    /** How many times as fast as the link so many slots could read. */
    double demand(int slots, long linkBytesPerSecond) {
        return slots * 1000.0 / computingMillis * (1 << 20) / linkBytesPerSecond;
    }
}
