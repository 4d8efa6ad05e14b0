package io.tiercel.sim.paper;

import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.job.JobResult;
import io.tiercel.sim.job.Locality;
import io.tiercel.sim.run.RunResult;
import io.tiercel.sim.run.RunSpec;
import io.tiercel.sim.run.Simulation;
import io.tiercel.sim.workload.FacebookWorkload.SizeClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** The jobs of several runs, by application, with the statistics of Trident's evaluation. Comparisons are means over the applications. */
final class JobStatistics {
    private final List<List<JobResult>> applications;

    private JobStatistics(List<List<JobResult>> applications) {
        this.applications = List.copyOf(applications);
    }

    static JobStatistics of(List<RunResult> runs) {
        return new JobStatistics(
                List.of(runs.stream().flatMap(run -> run.jobs().stream()).toList()));
    }

    /** Runs an application with seeds from 1 on. */
    static JobStatistics of(int repetitions, LongFunction<RunSpec> specs) {
        List<RunResult> runs = new ArrayList<>();
        for (long seed = 1; seed <= repetitions; seed++) {
            runs.add(Simulation.run(specs.apply(seed), 0));
        }
        return of(runs);
    }

    JobStatistics and(JobStatistics others) {
        List<List<JobResult>> all = new ArrayList<>(applications);
        all.addAll(others.applications);
        return new JobStatistics(all);
    }

    /** The same jobs, as if of one application. */
    JobStatistics merged() {
        return new JobStatistics(List.of(jobs()));
    }

    JobStatistics of(SizeClass sizeClass) {
        return new JobStatistics(applications.stream()
                .map(jobs -> jobs.stream()
                        .filter(job -> SizeClass.of(job.job().inputBytes()) == sizeClass)
                        .toList())
                .toList());
    }

    List<JobResult> jobs() {
        return applications.stream().flatMap(List::stream).toList();
    }

    /** Percent of the reads. */
    double percent(Predicate<Locality> which) {
        int all = 0;
        int counted = 0;
        for (JobResult job : jobs()) {
            for (Map.Entry<Locality, Integer> reads : job.reads().entrySet()) {
                all += reads.getValue();
                counted += which.test(reads.getKey()) ? reads.getValue() : 0;
            }
        }
        return all == 0 ? 0 : 100.0 * counted / all;
    }

    /** Percent of the blocks that were to be brought in and were not read from memory. */
    double wasted() {
        double blocks = sum(jobs(), JobResult::maps);
        double wasted = sum(jobs(), job -> Math.max(0, job.prefetched() - fromMemory(job)));
        return blocks == 0 ? 0 : 100 * wasted / blocks;
    }

    private static int fromMemory(JobResult job) {
        return job.reads().entrySet().stream()
                .filter(entry -> entry.getKey().isFromMemory())
                .mapToInt(Map.Entry::getValue)
                .sum();
    }

    /** By how many percent jobs take less time than in {@code base}. */
    double sooner(JobStatistics base) {
        return lessBy(base, JobResult::duration);
    }

    /** By how many percent all tasks in sum take less time than in {@code base}: the paper's cluster efficiency. */
    double leaner(JobStatistics base) {
        return lessBy(base, JobResult::taskNanos);
    }

    private double lessBy(JobStatistics base, ToDoubleFunction<JobResult> measure) {
        return IntStream.range(0, applications.size())
                .mapToDouble(
                        i -> 100 * (1 - sum(applications.get(i), measure) / sum(base.applications.get(i), measure)))
                .average()
                .orElse(0);
    }

    private static double sum(List<JobResult> jobs, ToDoubleFunction<JobResult> measure) {
        return jobs.stream().mapToDouble(measure).sum();
    }

    /** Delays of first tasks, where there was one, in seconds, shortest first. */
    double[] delays() {
        return jobs().stream()
                .filter(job -> job.delay() > 0)
                .mapToDouble(job -> job.delay() / (double) Engine.SECOND)
                .sorted()
                .toArray();
    }

    /** The quantile of the jobs' durations, in seconds. */
    double quantile(double part) {
        long[] sorted = jobs().stream().mapToLong(JobResult::duration).sorted().toArray();
        return sorted.length == 0 ? 0 : sorted[(int) Math.ceil(part * sorted.length) - 1] / 1e9;
    }
}
