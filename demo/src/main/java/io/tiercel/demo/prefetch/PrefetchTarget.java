package io.tiercel.demo.prefetch;

import io.tiercel.demo.data.TpchDataset;
import io.tiercel.demo.jobs.HiBenchJob;
import io.tiercel.demo.jobs.TpchJob;
import java.util.List;
import java.util.Optional;

/**
 * A job that runs under every treatment.
 *
 * @param id its name in reports
 * @param title one line
 * @param sizeClass that it stands for; empty for an application
 * @param workload what runs, as the demo's application knows it
 * @param part of the data that it reads
 * @param tables of the part that it reads
 * @param times how often in each round
 */
record PrefetchTarget(
        String id,
        String title,
        Optional<SizeClassJob> sizeClass,
        String workload,
        String part,
        List<String> tables,
        int times) {
    static final String APPLICATIONS = "applications";

    private static final String LINES = "lineitem";
    private static final String ORDERS = "orders";

    PrefetchTarget {
        tables = List.copyOf(tables);
    }

    static PrefetchTarget of(SizeClassJob size) {
        return new PrefetchTarget(
                size.name(),
                size.blocks() + (size == SizeClassJob.A ? " block" : " blocks") + ", as jobs over " + size.bin(),
                Optional.of(size),
                TpchJob.GREP.id(),
                size.name(),
                List.of(LINES),
                size.times());
    }

    static PrefetchTarget of(HiBenchJob job) {
        return new PrefetchTarget(
                job.id(),
                job.title(),
                Optional.empty(),
                job.id(),
                APPLICATIONS,
                job == HiBenchJob.JOIN || job == HiBenchJob.LATE_JOIN ? List.of(LINES, ORDERS) : List.of(LINES),
                1);
    }

    /** For the demo's application. */
    String argument() {
        return workload + "@" + id + "@" + part;
    }

    /** The directories that it reads, below that of all data. */
    List<String> inputs(String root) {
        return tables.stream()
                .map(table -> TpchDataset.directory(root + "/" + part, "text", table))
                .toList();
    }
}
