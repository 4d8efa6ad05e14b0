package io.tiercel.sim.paper;

import io.tiercel.sim.run.JobResult;
import io.tiercel.sim.run.Locality;
import io.tiercel.sim.run.RunResult;
import io.tiercel.sim.run.Scenario;
import io.tiercel.sim.run.Simulation;
import io.tiercel.sim.work.SizeClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/** Jobs of several runs, and what Trident's evaluation measures of them. */
final class Outcome {
    private final List<JobResult> jobs;

    private Outcome(List<JobResult> jobs) {
        this.jobs = List.copyOf(jobs);
    }

    static Outcome of(List<RunResult> runs) {
        return new Outcome(runs.stream().flatMap(run -> run.jobs().stream()).toList());
    }

    /** Of a scenario for each seed from 1 on. */
    static Outcome of(int repetitions, LongFunction<Scenario> scenarios) {
        List<RunResult> runs = new ArrayList<>();
        for (long seed = 1; seed <= repetitions; seed++) {
            runs.add(Simulation.run(scenarios.apply(seed), 0));
        }
        return of(runs);
    }

    /** The two together. */
    Outcome with(Outcome other) {
        List<JobResult> all = new ArrayList<>(jobs);
        all.addAll(other.jobs);
        return new Outcome(all);
    }

    /** The jobs of a class. */
    Outcome of(SizeClass sizeClass) {
        return new Outcome(jobs.stream()
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
    double sooner(Outcome base) {
        return lessBy(base, JobResult::duration);
    }

    /** By how many percent tasks take less time than in {@code base}, in sum: the paper's cluster efficiency. */
    double leaner(Outcome base) {
        return lessBy(base, JobResult::taskNanos);
    }

    private double lessBy(Outcome base, ToDoubleFunction<JobResult> measure) {
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
