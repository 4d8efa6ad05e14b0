package io.tiercel.sim.paper;

import io.tiercel.sim.paper.DyrsSetup.Costs;
import io.tiercel.sim.work.InputFile;
import io.tiercel.sim.work.Job;
import io.tiercel.sim.work.Reduce;
import io.tiercel.sim.work.Workload;
import java.util.List;
import java.util.Optional;

/** The single jobs of DYRS' evaluation, each alone on the cluster. */
final class DyrsJobs {
    private static final long BY_REDUCE = 256_000_000;
    private static final double QUERY_SHUFFLE = 0.05;

    private DyrsJobs() {}

    /** Sorts {@code bytes}: all of them are shuffled, and written again. */
    static Workload sort(long bytes, Costs costs) {
        return alone(bytes, bytes, bytes, costs);
    }

    /** A Hive query over {@code bytes}, which mostly filters and aggregates early (section V-D): a twentieth goes on. */
    static Workload query(long bytes, Costs costs) {
        long rest = (long) (bytes * QUERY_SHUFFLE);
        return alone(bytes, rest, 0, costs);
    }

    private static Workload alone(long bytes, long shuffle, long output, Costs costs) {
        int reduces = (int) Math.max(1, shuffle / BY_REDUCE);
        Job job = new Job("job", 0, Optional.of("in"), bytes, costs.cpuSecondsPerByte(), Optional.of("out"), output)
                .withLead(costs.lead())
                .withReduce(new Reduce(reduces, shuffle, costs.cpuSecondsPerByte()));
        return new Workload(List.of(new InputFile("in", bytes)), List.of(job));
    }
}
