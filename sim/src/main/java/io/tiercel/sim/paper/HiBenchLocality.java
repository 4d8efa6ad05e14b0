package io.tiercel.sim.paper;

import io.tiercel.sim.job.Locality;
import io.tiercel.sim.paper.FigureResult.SeriesBuilder;
import io.tiercel.sim.paper.TridentSetup.FileSystem;
import io.tiercel.sim.paper.TridentSetup.Scheduler;
import io.tiercel.sim.workload.HiBench.Scale;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** Where HiBench's tasks read at each scale, under each scheduler on OctopusFS: the like of Trident's figures 11 and 14. */
final class HiBenchLocality {
    private HiBenchLocality() {}

    /** What the paper says of a share. */
    interface Paper {
        Optional<PaperRange> of(Scheduler scheduler, boolean inMemory, Scale scale);
    }

    /** What a scale's applications did under a scheduler. */
    interface Runs {
        JobStatistics of(Scheduler scheduler, Scale scale);
    }

    static List<String> columns() {
        return Arrays.stream(Scale.values()).map(Scale::text).toList();
    }

    static List<FigureResult.Series> series(Runs runs, Paper paper) {
        List<FigureResult.Series> series = new ArrayList<>();
        for (Scheduler scheduler : Scheduler.values()) {
            Map<Scale, JobStatistics> outcomes = new EnumMap<>(Scale.class);
            for (Scale scale : Scale.values()) {
                outcomes.put(scale, runs.of(scheduler, scale));
            }
            String name = FileSystem.OCTOPUS_FS.text() + ", " + scheduler.text();
            series.add(series(name + ", data-local", outcomes, Locality::isDataLocal, scheduler, paper));
            series.add(series(name + ", memory-local", outcomes, Locality.MEMORY_LOCAL::equals, scheduler, paper));
        }
        return series;
    }

    private static FigureResult.Series series(
            String name,
            Map<Scale, JobStatistics> outcomes,
            Predicate<Locality> which,
            Scheduler scheduler,
            Paper paper) {
        SeriesBuilder builder = new SeriesBuilder(name);
        boolean inMemory = which.test(Locality.MEMORY_LOCAL) && !which.test(Locality.HDD_LOCAL);
        outcomes.forEach((scale, outcome) -> builder.add(outcome.percent(which), paper.of(scheduler, inMemory, scale)));
        return builder.build();
    }
}
