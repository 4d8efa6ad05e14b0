package io.tiercel.demo.sharedstorage;

import io.tiercel.demo.cluster.DemoSettings;
import io.tiercel.demo.report.Identified;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A way to run a job whose input is on shared storage. */
public enum SharedStorageTreatment implements Identified {
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

    /** By its {@link #id}. */
    public static SharedStorageTreatment named(String id) {
        return Identified.named(SharedStorageTreatment.class, "--treatments", id);
    }

    /** All treatments. @param withReuse whether those with caches that hold a part of the input are among them */
    public static Set<SharedStorageTreatment> all(boolean withReuse) {
        return Arrays.stream(values())
                .filter(treatment -> withReuse || treatment.kept() == 1)
                .collect(Collectors.toSet());
    }

    /** The lists of treatments that run in this order, in any order of lists. Some run because a wanted one needs their caches. */
    static List<List<SharedStorageTreatment>> sequences(Set<SharedStorageTreatment> wanted) {
        return Stream.of(
                        List.of(CLASSIC),
                        List.of(ANALYTICS),
                        CHAIN,
                        List.of(PREFETCHED),
                        AFFINITY_CHAIN,
                        List.of(INGEST),
                        List.of(HDFS))
                .map(list -> needed(list, wanted))
                .filter(list -> !list.isEmpty())
                .toList();
    }

    private static List<SharedStorageTreatment> needed(
            List<SharedStorageTreatment> list, Set<SharedStorageTreatment> wanted) {
        return IntStream.range(0, list.size())
                .filter(i -> wanted.contains(list.get(i)) || isFilling(list, i, wanted))
                .mapToObj(list::get)
                .toList();
    }

    /** The first of a list fills the caches of all others. */
    private static boolean isFilling(List<SharedStorageTreatment> list, int i, Set<SharedStorageTreatment> wanted) {
        return i == 0 && list.stream().anyMatch(wanted::contains);
    }
}
