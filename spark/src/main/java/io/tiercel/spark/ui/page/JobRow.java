package io.tiercel.spark.ui.page;

import io.tiercel.prefetch.PrefetchTotals;
import io.tiercel.spark.event.TimeSeries;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A job: the sum of its stages.
 *
 * @param job its id; -1 for stages whose job is unknown
 */
record JobRow(int job, int stages, long launched, long bestHits, TimeSeries happened, PrefetchTotals prefetch) {
    static List<JobRow> of(List<StageRow> stages) {
        Map<Integer, List<StageRow>> byJob = new TreeMap<>();
        stages.forEach(stage ->
                byJob.computeIfAbsent(stage.job(), none -> new ArrayList<>()).add(stage));
        List<JobRow> jobs = new ArrayList<>();
        byJob.forEach((job, own) -> jobs.add(new JobRow(
                job,
                own.size(),
                own.stream().mapToLong(stage -> stage.reads().launched()).sum(),
                own.stream().mapToLong(stage -> stage.reads().bestHits()).sum(),
                MergedTimeSeries.of(
                        own.stream().map(stage -> stage.reads().happened()).toList()),
                own.stream().map(StageRow::totals).reduce(PrefetchTotals.NONE, PrefetchTotals::plus))));
        return jobs;
    }
}
