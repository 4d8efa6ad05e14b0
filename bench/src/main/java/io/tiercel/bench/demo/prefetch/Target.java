package io.tiercel.bench.demo.prefetch;

import io.tiercel.bench.demo.data.Dataset;
import io.tiercel.bench.demo.jobs.BenchJob;
import io.tiercel.bench.demo.jobs.DemoJob;
import java.util.List;
import java.util.Optional;

/**
 * What is run under every treatment.
 *
 * @param id its name in reports
 * @param title one line
 * @param sizeClass that it stands for; empty for an application
 * @param workload what runs, as the demo's application knows it
 * @param part of the data that it reads
 * @param tables of the part that it reads
 * @param times how often in each round
 */
record Target(
        String id,
        String title,
        Optional<SizeClass> sizeClass,
        String workload,
        String part,
        List<String> tables,
        int times) {
    static final String APPLICATIONS = "applications";

    private static final String LINES = "lineitem";
    private static final String ORDERS = "orders";

    Target {
        tables = List.copyOf(tables);
    }

    static Target of(SizeClass size) {
        return new Target(
                size.name(),
                size.blocks() + (size == SizeClass.A ? " block" : " blocks") + ", as jobs over " + size.bin(),
                Optional.of(size),
                DemoJob.GREP.id(),
                size.name(),
                List.of(LINES),
                size.times());
    }

    static Target of(BenchJob job) {
        return new Target(
                job.id(),
                job.title(),
                Optional.empty(),
                job.id(),
                APPLICATIONS,
                job == BenchJob.JOIN || job == BenchJob.LATE_JOIN ? List.of(LINES, ORDERS) : List.of(LINES),
                1);
    }

    /** For the demo's application. */
    String argument() {
        return workload + "@" + id + "@" + part;
    }

    /** The directories that it reads, below that of all data. */
    List<String> inputs(String root) {
        return tables.stream()
                .map(table -> Dataset.directory(root + "/" + part, "text", table))
                .toList();
    }
}
