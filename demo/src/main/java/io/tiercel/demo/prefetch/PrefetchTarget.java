package io.tiercel.demo.prefetch;

import io.tiercel.demo.data.SizeClass;
import io.tiercel.demo.data.TpchDataset;
import io.tiercel.demo.jobs.SparkJob;
import java.util.List;
import java.util.Optional;

/** A job that runs under every treatment, for a size class or, where that is empty, as an application. */
record PrefetchTarget(String id, String title, Optional<SizeClass> sizeClass, SparkJob workload, String part) {
    static final String APPLICATIONS = "applications";

    static PrefetchTarget of(SizeClass size) {
        return new PrefetchTarget(
                size.name(),
                size.blocks() + (size == SizeClass.A ? " block" : " blocks") + ", as jobs over " + size.bin(),
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
        return sizeClass.filter(SizeClass::small).isPresent();
    }

    boolean isMiddle() {
        return sizeClass.filter(SizeClass::middle).isPresent();
    }

    /** Runs in each round: short runs are disturbed more easily. */
    int times() {
        return isSmall() ? 3 : 1;
    }

    /** Blocks of the part, all full; 0 for that of the applications. */
    int blocks() {
        return sizeClass.map(SizeClass::blocks).orElse(0);
    }

    List<String> inputs(String root) {
        boolean joins = workload == SparkJob.JOIN || workload == SparkJob.LATE_JOIN;
        return (joins ? List.of("lineitem", "orders") : List.of("lineitem"))
                .stream()
                        .map(table -> TpchDataset.directory(root + "/" + part, "text", table))
                        .toList();
    }
}
