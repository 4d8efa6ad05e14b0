package io.tiercel.sim.paper;

import io.tiercel.sim.paper.DyrsSetup.Costs;
import io.tiercel.sim.workload.InputFile;
import io.tiercel.sim.workload.Job;
import io.tiercel.sim.workload.ReducePhase;
import io.tiercel.sim.workload.Workload;
import java.util.List;
import java.util.Optional;

/** The single jobs of DYRS' evaluation. Each is alone on the cluster, after another one like it. */
final class DyrsJobs {
    private static final long BY_REDUCE = 256_000_000;
    private static final double QUERY_SHUFFLE = 0.05;

    private DyrsJobs() {}

    /** A sort: all bytes are shuffled, and written again. */
    static Workload sort(long bytes, Costs costs) {
        return alone(bytes, bytes, bytes, costs);
    }

    /** A Hive query, which mostly filters and aggregates early (section V-D): a twentieth of its input goes on. */
    static Workload query(long bytes, Costs costs) {
        long rest = (long) (bytes * QUERY_SHUFFLE);
        return alone(bytes, rest, 0, costs);
    }

    /** A job after another one that reads as much and leaves nothing, so that agents know their disks. */
    private static Workload alone(long bytes, long shuffle, long output, Costs costs) {
        Job before = job("before", bytes, 0, 0, costs);
        Job measured = job("job", bytes, shuffle, output, costs).withAfter(Optional.of(before.name()));
        return new Workload(
                List.of(new InputFile("in/before", bytes), new InputFile("in/job", bytes)), List.of(before, measured));
    }

    private static Job job(String name, long bytes, long shuffle, long output, Costs costs) {
        int reduces = (int) Math.max(1, shuffle / BY_REDUCE);
        return new Job(
                        name,
                        0,
                        Optional.of("in/" + name),
                        bytes,
                        costs.cpuSecondsPerByte(),
                        Optional.of("out/" + name),
                        output)
                .withLead(costs.lead())
                .withReduce(new ReducePhase(reduces, shuffle, costs.cpuSecondsPerByte()));
    }
}
