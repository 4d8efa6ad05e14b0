package io.tiercel.demo.sharedstorage;

import io.tiercel.demo.cluster.DemoSettings;
import io.tiercel.demo.report.Identified;
import java.util.List;

/** A way to run a job whose input is on shared storage. */
enum SharedStorageTreatment implements Identified {
    CLASSIC("S3A, classic", "S3A alone, with its older stream"),
    ANALYTICS("S3A, analytics", "S3A alone, with its stream for tables"),
    COLD("caches, cold", "S3A through empty caches of the nodes"),
    WARM("caches, warm", "a second application over the same input, through the same caches"),
    REUSE_80("prefetching, 0.8 re-used", "the caches hold 80% of the input's objects; the rest is brought in"),
    REUSE_60("prefetching, 0.6 re-used", "the caches hold 60% of the input's objects; the rest is brought in"),
    REUSE_40("prefetching, 0.4 re-used", "the caches hold 40% of the input's objects; the rest is brought in"),
    REUSE_20("prefetching, 0.2 re-used", "the caches hold 20% of the input's objects; the rest is brought in"),
    PREFETCHED("prefetching, cold", "S3A through empty caches, which are filled before tasks start"),
    AFFINITY("affinity, cold", "S3A through empty caches; consistent hashing names the node of each file"),
    AFFINITY_WARM("affinity, warm", "a second application over the same input, with the same hashing and caches"),
    INGEST("ingest, then compute", "a Spark job copies the files into HDFS, a second one counts there; both are timed"),
    HDFS("all in HDFS", "the input has always been in HDFS");

    /** Treatments of which each needs what the one before has left in the caches. */
    private static final List<SharedStorageTreatment> CHAIN =
            List.of(COLD, WARM, REUSE_80, REUSE_60, REUSE_40, REUSE_20);

    private static final List<SharedStorageTreatment> AFFINITY_CHAIN = List.of(AFFINITY, AFFINITY_WARM);

    final String label;
    final String title;

    SharedStorageTreatment(String label, String title) {
        this.label = label;
        this.title = title;
    }

    boolean isCached() {
        return CHAIN.contains(this) || this == PREFETCHED || isByAffinity();
    }

    /** Whether transfers fill the caches while tasks run. */
    boolean isPrefetched() {
        return this == PREFETCHED || kept() < 1;
    }

    /** Whether consistent hashing places the tasks. */
    boolean isByAffinity() {
        return AFFINITY_CHAIN.contains(this);
    }

    /** Jobs of its application. */
    int jobs() {
        return this == INGEST ? 2 : 1;
    }

    /** The share of the objects that the caches keep before the job. */
    double kept() {
        return switch (this) {
            case REUSE_80 -> 0.8;
            case REUSE_60 -> 0.6;
            case REUSE_40 -> 0.4;
            case REUSE_20 -> 0.2;
            default -> 1;
        };
    }

    String policy() {
        return isCached() ? "tiercel" : DemoSettings.BASELINE;
    }

    /** The lists of treatments that run in this order, in any order of lists. */
    static List<List<SharedStorageTreatment>> sequences(boolean withReuse) {
        return List.of(
                List.of(CLASSIC),
                List.of(ANALYTICS),
                withReuse ? CHAIN : List.of(COLD, WARM),
                List.of(PREFETCHED),
                AFFINITY_CHAIN,
                List.of(INGEST),
                List.of(HDFS));
    }
}
