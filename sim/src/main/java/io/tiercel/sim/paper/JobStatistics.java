package io.tiercel.sim.paper;

import io.tiercel.sim.job.JobResult;
import io.tiercel.sim.job.Locality;
import io.tiercel.sim.run.RunResult;
import io.tiercel.sim.run.RunSpec;
import io.tiercel.sim.run.Simulation;
import io.tiercel.sim.workload.SizeClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/** Jobs of several runs, and what Trident's evaluation measures of them. */
final class JobStatistics {
    private final List<JobResult> jobs;

    private JobStatistics(List<JobResult> jobs) {
        this.jobs = List.copyOf(jobs);
    }

    static JobStatistics of(List<RunResult> runs) {
        return new JobStatistics(
                runs.stream().flatMap(run -> run.jobs().stream()).toList());
    }

    /** Of a scenario for each seed from 1 on. */
    static JobStatistics of(int repetitions, LongFunction<RunSpec> scenarios) {
        List<RunResult> runs = new ArrayList<>();
        for (long seed = 1; seed <= repetitions; seed++) {
            runs.add(Simulation.run(scenarios.apply(seed), 0));
        }
        return of(runs);
    }

    /** The two together. */
    JobStatistics with(JobStatistics other) {
        List<JobResult> all = new ArrayList<>(jobs);
        all.addAll(other.jobs);
        return new JobStatistics(all);
    }

    /** The jobs of a class. */
    JobStatistics of(SizeClass sizeClass) {
        return new JobStatistics(jobs.stream()
                .filter(job -> SizeClass.of(job.job().inputBytes()) == sizeClass)
                .toList());
    }

    List<JobResult> jobs() {
        return jobs;
    }

    /** Percent of the reads. */
    double percent(Predicate<Locality> which) {
        int all = 0;
        int counted = 0;
        for (JobResult job : jobs) {
            for (Locality locality : job.reads().keySet()) {
                int reads = job.reads().getOrDefault(locality, 0);
                all += reads;
                counted += which.test(locality) ? reads : 0;
            }
        }
        return all == 0 ? 0 : 100.0 * counted / all;
    }

    /** Percent of the blocks that were to be brought in and were not read from memory. */
    double wasted() {
        double blocks = sum(JobResult::maps);
        double wasted = sum(job -> Math.max(0, job.prefetched() - fromMemory(job)));
        return blocks == 0 ? 0 : 100 * wasted / blocks;
    }

    private static int fromMemory(JobResult job) {
        return job.reads().entrySet().stream()
                .filter(entry -> entry.getKey().isFromMemory())
                .mapToInt(Map.Entry::getValue)
                .sum();
    }

    /** By how many percent jobs take less time than in {@code base}, in the mean. */
    double sooner(JobStatistics base) {
        return lessBy(base, JobResult::duration);
    }

    /** By how many percent tasks take less time than in {@code base}, in sum: the paper's cluster efficiency. */
    double leaner(JobStatistics base) {
        return lessBy(base, JobResult::taskNanos);
    }

    private double lessBy(JobStatistics base, ToDoubleFunction<JobResult> measure) {
        return 100 * (1 - sum(measure) / base.sum(measure));
    }

    private double sum(ToDoubleFunction<JobResult> measure) {
        return jobs.stream().mapToDouble(measure).sum();
    }

    /** The duration in seconds below which so much of the jobs stay. */
    double quantile(double part) {
        long[] sorted = jobs.stream().mapToLong(JobResult::duration).sorted().toArray();
        return sorted.length == 0 ? 0 : sorted[(int) Math.ceil(part * sorted.length) - 1] / 1e9;
    }
}
