package io.tiercel.sim.paper;

import io.tiercel.sim.run.JobResult;
import io.tiercel.sim.run.Locality;
import io.tiercel.sim.run.RunResult;
import io.tiercel.sim.work.SizeClass;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Where the tasks of each class of jobs have read, over several runs. */
final class LocalityShares {
    private final Map<SizeClass, Map<Locality, Integer>> counts = new EnumMap<>(SizeClass.class);

    LocalityShares(List<RunResult> runs) {
        for (RunResult run : runs) {
            for (JobResult job : run.jobs()) {
                Map<Locality, Integer> ofClass = counts.computeIfAbsent(
                        SizeClass.of(job.job().inputBytes()), c -> new EnumMap<>(Locality.class));
                job.reads().forEach((locality, tasks) -> ofClass.merge(locality, tasks, Integer::sum));
            }
        }
    }

    /** Percent of the tasks of a class. */
    double percent(SizeClass sizeClass, Predicate<Locality> which) {
        int all = 0;
        int counted = 0;
        for (Map.Entry<Locality, Integer> entry :
                counts.getOrDefault(sizeClass, Map.of()).entrySet()) {
            all += entry.getValue();
            counted += which.test(entry.getKey()) ? entry.getValue() : 0;
        }
        return all == 0 ? 0 : 100.0 * counted / all;
    }
}
