package io.tiercel.sim.paper;

import io.tiercel.sim.job.Locality;
import io.tiercel.sim.paper.PaperFigure.FigureSimulation;
import io.tiercel.sim.paper.TridentSetup.FileSystem;
import io.tiercel.sim.paper.TridentSetup.Scheduler;
import io.tiercel.sim.workload.HiBench.Scale;
import io.tiercel.sim.workload.SizeClass;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;

/** Simulates Trident's figures. Most rows are a metric of a system. */
final class TridentFigures {
    private TridentFigures() {}

    /** @param nanoTime the clock of figure 18, which measures */
    static Map<String, FigureSimulation> simulations(LongSupplier nanoTime) {
        return Map.of(
                "figure 9", repetitions -> figure9(system -> system.run(repetitions)),
                "figure 10", TridentFigures::figure10,
                "figure 11", TridentFigures::figure11,
                "figure 13", TridentFigures::figure13,
                "figure 14", TridentFigures::figure14,
                "figure 16", repetitions -> rows(List.of(), prefetching(repetitions)),
                "figure 17", repetitions -> rows(PrefetchSystem.NOTHING.columns(repetitions), prefetching(repetitions)),
                "figure 18", repetitions -> new AssignmentTiming(nanoTime, repetitions)::row,
                "table 4", TridentFigures::table4);
    }

    /**
     * Rows that are a metric of a system. Runs each system once.
     *
     * @param base the columns of the system with which metrics compare; empty for none
     * @param runs the columns of a system, by its name
     */
    private static Function<String, double[]> rows(
            List<JobStatistics> base, Function<String, List<JobStatistics>> runs) {
        Map<String, List<JobStatistics>> known = new HashMap<>();
        return name -> {
            int end = name.lastIndexOf(", ");
            List<JobStatistics> columns = known.computeIfAbsent(name.substring(0, end), runs);
            double[] values = new double[columns.size()];
            Arrays.setAll(
                    values,
                    c -> metric(name.substring(end + 2), columns.get(c), (base.isEmpty() ? columns : base).get(c)));
            return values;
        };
    }

    /** A metric in percent. Some compare jobs with those of a base system. */
    private static double metric(String name, JobStatistics jobs, JobStatistics base) {
        return switch (name) {
            case "data-local" -> jobs.percent(Locality::isDataLocal);
            case "memory-local", "memory-local tasks" -> jobs.percent(Locality.MEMORY_LOCAL::equals);
            case "SSD-local", "SSD-local tasks" -> jobs.percent(Locality.SSD_LOCAL::equals);
            case "HDD-local" -> jobs.percent(Locality.HDD_LOCAL::equals);
            case "from memory" -> jobs.percent(Locality::isFromMemory);
            case "wasted" -> jobs.wasted();
            case "job", "applications sooner by" -> jobs.sooner(base);
            case "tasks", "tasks less by" -> jobs.leaner(base);
            default -> throw new IllegalArgumentException("row: there is no metric '" + name + "'");
        };
    }

    private static List<JobStatistics> byClass(JobStatistics jobs) {
        return Arrays.stream(SizeClass.values()).map(jobs::of).toList();
    }

    private static Function<String, List<JobStatistics>> byScale(
            Function<Scheduler, Function<Scale, JobStatistics>> runs) {
        return name -> {
            Scheduler scheduler = PaperFigure.named(Scheduler.values(), name.replace("OctopusFS, ", ""));
            return Arrays.stream(Scale.values()).map(runs.apply(scheduler)).toList();
        };
    }

    static Function<String, double[]> figure9(Function<FacebookSystem, JobStatistics> runs) {
        return rows(List.of(), name -> byClass(runs.apply(PaperFigure.named(FacebookSystem.values(), name))));
    }

    private static Function<String, double[]> figure10(int repetitions) {
        return rows(
                byClass(FacebookSystem.HDFS_DEFAULT.run(repetitions)),
                name -> byClass(PaperFigure.named(FacebookSystem.values(), name).run(repetitions)));
    }

    private static Function<String, double[]> figure11(int repetitions) {
        return rows(
                List.of(),
                byScale(scheduler -> scale -> TridentSetup.hadoop(
                        repetitions, scale, FileSystem.OCTOPUS_FS, scheduler, TridentSetup.MEMORY)));
    }

    private static Function<String, double[]> figure13(int repetitions) {
        JobStatistics base =
                TridentSetup.hadoop(repetitions, Scale.HUGE, FileSystem.HDFS, Scheduler.DEFAULT, TridentSetup.MEMORY);
        return rows(List.of(base, base), name -> {
            Scheduler scheduler = PaperFigure.named(Scheduler.values(), name);
            return LongStream.of(TridentSetup.GIB / 2, TridentSetup.MEMORY)
                    .mapToObj(memory ->
                            TridentSetup.hadoop(repetitions, Scale.HUGE, FileSystem.OCTOPUS_FS, scheduler, memory))
                    .toList();
        });
    }

    private static Function<String, double[]> figure14(int repetitions) {
        return rows(
                List.of(),
                byScale(scheduler ->
                        scale -> TridentSetup.spark(repetitions, scale, FileSystem.OCTOPUS_FS, scheduler)));
    }

    private static Function<String, List<JobStatistics>> prefetching(int repetitions) {
        return name -> PaperFigure.named(PrefetchSystem.values(), name).columns(repetitions);
    }

    /** The gain by delays, by class of jobs. */
    private static Function<String, double[]> table4(int repetitions) {
        JobStatistics allWithout = PrefetchSystem.TRIDENT_NO_DELAY.facebook(repetitions);
        JobStatistics allWith = PrefetchSystem.TRIDENT_DELAY.facebook(repetitions);
        return name -> {
            JobStatistics without = allWithout.of(SizeClass.valueOf(name));
            JobStatistics with = allWith.of(SizeClass.valueOf(name));
            double[] delays = with.delays();
            return new double[] {
                100.0 * delays.length / with.jobs().size(),
                Arrays.stream(delays).average().orElse(0),
                Arrays.stream(delays).max().orElse(0),
                with.percent(Locality::isFromMemory) - without.percent(Locality::isFromMemory),
                with.sooner(without),
                100 * (1 - with.quantile(0.99) / without.quantile(0.99)),
                with.leaner(without)
            };
        };
    }
}
