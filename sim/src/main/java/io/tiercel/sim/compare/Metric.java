package io.tiercel.sim.compare;

import io.tiercel.sim.job.JobResult;
import io.tiercel.sim.job.Locality;
import io.tiercel.sim.run.RunResult;
import io.tiercel.sim.scenario.ScenarioFile;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/** A metric by which runs are compared. */
public enum Metric {
    MEAN_JOB("mean-job", "s", "mean duration of jobs", true, run -> seconds(run).average()),
    MEDIAN_JOB("median-job", "s", "median duration of jobs", true, run -> seconds(run)
            .at(0.5)),
    P95_JOB("p95-job", "s", "duration within which 95% of jobs end", true, run -> seconds(run)
            .at(0.95)),
    END("end", "s", "time until the last job has ended", true, Metric::end),
    SLOT_HOURS("slot-time", "h", "time of all tasks in their slots", true, Metric::slotHours),
    SLOTS_USED("slots-used", "%", "part of all slots' time in which tasks are in them", false, Metric::used),
    SATURATED("saturated", "%", "part of the time in which tasks wait and no slot is free", true, Metric::saturated),
    DATA_LOCAL("data-local", "%", "reads from the task's own node", false, run -> reads(run, Locality::isDataLocal)),
    FROM_MEMORY("from-memory", "%", "reads from memory", false, run -> reads(run, Locality::isFromMemory)),
    FAILED("failed", "jobs", "jobs that failed, of which no duration counts", true, run -> run.jobs().stream()
            .filter(job -> job.failure().isPresent())
            .count()),
    LOST(
            "lost",
            "tasks",
            "tasks that ran again, since they or what they left were lost",
            true,
            run -> run.jobs().stream().mapToInt(JobResult::lost).sum());

    private static final double NANOS = 1e9;
    private static final Set<Metric> OF_FAULTS = EnumSet.of(FAILED, LOST);

    private final String key;
    private final String unit;
    private final String text;
    private final boolean lessIsBetter;
    private final ToDoubleFunction<RunResult> of;

    Metric(String key, String unit, String text, boolean lessIsBetter, ToDoubleFunction<RunResult> of) {
        this.key = key;
        this.unit = unit;
        this.text = text;
        this.lessIsBetter = lessIsBetter;
        this.of = of;
    }

    /** The metrics that matter for a scenario: without faults nothing is lost. */
    public static List<Metric> of(ScenarioFile study) {
        boolean faults = !study.setup().disturbances().faults().all().isEmpty();
        return Arrays.stream(values())
                .filter(measure -> faults || !OF_FAULTS.contains(measure))
                .toList();
    }

    /** Its name in files. */
    public String key() {
        return key;
    }

    public String unit() {
        return unit;
    }

    /** Its description. */
    public String text() {
        return text;
    }

    public boolean isLessBetter() {
        return lessIsBetter;
    }

    public double of(RunResult run) {
        return of.applyAsDouble(run);
    }

    /** Durations in ascending order. */
    private record Durations(double[] sorted) {
        double average() {
            return Arrays.stream(sorted).average().orElse(0);
        }

        /** A quantile: the least duration that this share of all does not exceed. */
        double at(double share) {
            return sorted.length == 0 ? 0 : sorted[Math.max(0, (int) Math.ceil(share * sorted.length) - 1)];
        }
    }

    private static Durations seconds(RunResult run) {
        return new Durations(run.jobs().stream()
                .filter(job -> job.failure().isEmpty())
                .mapToDouble(job -> job.duration() / NANOS)
                .sorted()
                .toArray());
    }

    private static double end(RunResult run) {
        return run.jobs().stream().mapToLong(JobResult::ended).max().orElse(0) / NANOS;
    }

    private static double slotHours(RunResult run) {
        return run.jobs().stream().mapToDouble(JobResult::taskNanos).sum() / NANOS / 3_600;
    }

    private static double used(RunResult run) {
        double end = end(run);
        return end == 0 ? 0 : 100 * slotHours(run) * 3_600 / (end * run.slots());
    }

    private static double saturated(RunResult run) {
        double end = end(run);
        return end == 0 ? 0 : 100 * run.saturated() / NANOS / end;
    }

    /** Percent of the tasks with input. */
    private static double reads(RunResult run, Predicate<Locality> which) {
        long wanted = 0;
        long all = 0;
        for (JobResult job : run.jobs()) {
            for (var each : job.reads().entrySet()) {
                all += each.getKey() == Locality.NO_INPUT ? 0 : each.getValue();
                wanted += which.test(each.getKey()) ? each.getValue() : 0;
            }
        }
        return all == 0 ? 0 : 100.0 * wanted / all;
    }
}
