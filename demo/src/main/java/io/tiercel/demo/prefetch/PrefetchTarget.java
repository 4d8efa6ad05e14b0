package io.tiercel.demo.prefetch;

import io.tiercel.demo.data.TpchDataset;
import io.tiercel.demo.jobs.SparkJob;
import java.util.List;
import java.util.Optional;

/** A job that runs under every treatment, for a size class or, where that is empty, as an application. */
record PrefetchTarget(String id, String title, Optional<SizeClassJob> sizeClass, SparkJob workload, String part) {
    static final String APPLICATIONS = "applications";

    static PrefetchTarget of(SizeClassJob size) {
        return new PrefetchTarget(
                size.name(),
                size.blocks + (size == SizeClassJob.A ? " block" : " blocks") + ", as jobs over " + size.bin,
                Optional.of(size),
                SparkJob.GREP,
                size.name());
    }

    static PrefetchTarget of(SparkJob job) {
        return new PrefetchTarget(job.id(), job.title(), Optional.empty(), job, APPLICATIONS);
    }

    String argument() {
        return workload.id() + "@" + id + "@" + part;
    }

    boolean isClass() {
        return sizeClass.isPresent();
    }

    boolean isSmall() {
        return sizeClass.filter(SizeClassJob::small).isPresent();
    }

    boolean isMiddle() {
        return sizeClass.filter(SizeClassJob::middle).isPresent();
    }

    /** Runs in each round: short runs are disturbed more easily. */
    int times() {
        return isSmall() ? 3 : 1;
    }

    /** Blocks of the part, all full; 0 for that of the applications. */
    int blocks() {
        return sizeClass.map(size -> size.blocks).orElse(0);
    }

    List<String> inputs(String root) {
        boolean joins = workload == SparkJob.JOIN || workload == SparkJob.LATE_JOIN;
        return (joins ? List.of("lineitem", "orders") : List.of("lineitem"))
                .stream()
                        .map(table -> TpchDataset.directory(root + "/" + part, "text", table))
                        .toList();
    }

    /**
     * A bin of Trident's table 2, by input. A job of the class reads as many blocks as a job in the middle of the bin, if a block has
     * 128 MB. Blocks are smaller here: that is the scale.
     */
    enum SizeClassJob {
        A(1, "up to 128 MB"),
        B(3, "128 to 512 MB"),
        C(6, "0.5 to 1 GB"),
        D(12, "1 to 2 GB"),
        E(28, "2 to 5 GB"),
        F(60, "5 to 10 GB");

        final int blocks;
        final String bin;

        SizeClassJob(int blocks, String bin) {
            this.blocks = blocks;
            this.bin = bin;
        }

        /** Those whose input is in memory before they start, in the paper. */
        boolean small() {
            return this == A || this == B;
        }

        /** Those that the paper delays. */
        boolean middle() {
            return this == C || this == D || this == E;
        }
    }
}
