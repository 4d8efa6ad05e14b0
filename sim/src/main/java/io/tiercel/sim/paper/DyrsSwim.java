package io.tiercel.sim.paper;

import io.tiercel.sim.job.JobResult;
import io.tiercel.sim.paper.DyrsSetup.Costs;
import io.tiercel.sim.paper.DyrsSetup.FileSystem;
import io.tiercel.sim.workload.SyntheticSwim;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/** DYRS' SWIM workload under all four systems, with a slow node: the source of table I and figure 5. */
final class DyrsSwim {
    private final Map<FileSystem, List<JobResult>> results = new EnumMap<>(FileSystem.class);

    DyrsSwim(Costs costs, int repetitions) {
        for (FileSystem each : FileSystem.values()) {
            List<JobResult> jobs = new ArrayList<>();
            for (long seed = 1; seed <= repetitions; seed++) {
                jobs.addAll(DyrsSetup.run(
                                each,
                                SyntheticSwim.of(seed, costs.cpuSecondsPerByte(), costs.lead()),
                                costs,
                                DyrsSetup.slowNode(costs),
                                seed)
                        .jobs());
            }
            results.put(each, jobs);
        }
    }

    /** The mean over the jobs that {@code which} accepts. */
    double mean(FileSystem fileSystem, Predicate<JobResult> which, ToDoubleFunction<JobResult> what) {
        return results.getOrDefault(fileSystem, List.of()).stream()
                .filter(which)
                .mapToDouble(what)
                .average()
                .orElse(0);
    }

    double seconds(FileSystem fileSystem, Predicate<JobResult> which) {
        return mean(fileSystem, which, job -> job.duration() / 1e9);
    }

    /** By how many percent the mean duration is below that with HDFS. */
    double speedup(FileSystem fileSystem, Predicate<JobResult> which) {
        return 100 * (1 - seconds(fileSystem, which) / seconds(FileSystem.HDFS, which));
    }
}
