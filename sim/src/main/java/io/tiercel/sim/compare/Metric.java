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
    MEAN_JOB("mean-job", "s", "mean duration of jobs", run -> Arrays.stream(seconds(run))
            .average()
            .orElse(0)),
    MEDIAN_JOB("median-job", "s", "median duration of jobs", run -> quantile(seconds(run), 0.5)),
    P95_JOB("p95-job", "s", "duration within which 95% of jobs end", run -> quantile(seconds(run), 0.95)),
    END("end", "s", "time until the last job has ended", Metric::end),
    SLOT_HOURS("slot-time", "h", "time of all tasks in their slots", Metric::slotHours),
    SLOTS_USED("slots-used", "%", "part of all slots' time in which tasks are in them", Metric::used),
    SATURATED("saturated", "%", "part of the time in which tasks wait and no slot is free", Metric::saturated),
    DATA_LOCAL("data-local", "%", "reads from the task's own node", run -> reads(run, Locality::isDataLocal)),
    FROM_MEMORY("from-memory", "%", "reads from memory", run -> reads(run, Locality::isFromMemory)),
    FAILED("failed", "jobs", "jobs that failed, of which no duration counts", run -> run.jobs().stream()
            .filter(job -> job.failure().isPresent())
            .count()),
    LOST("lost", "tasks", "tasks that ran again, since they or what they left were lost", run -> run.jobs().stream()
            .mapToInt(JobResult::lost)
            .sum());

    private static final double NANOS = 1e9;
    private static final Set<Metric> OF_FAULTS = EnumSet.of(FAILED, LOST);

    private final String key;
    private final String unit;
    private final String text;
    private final ToDoubleFunction<RunResult> of;

    Metric(String key, String unit, String text, ToDoubleFunction<RunResult> of) {
        this.key = key;
        this.unit = unit;
        this.text = text;
        this.of = of;
    }

    /** The metrics that matter for a scenario: without faults nothing is lost. */
    public static List<Metric> of(ScenarioFile study) {
        boolean faults = !study.setup().disturbances().faults().isEmpty();
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

    public String text() {
        return text;
    }

    public double of(RunResult run) {
        return of.applyAsDouble(run);
    }

    /** Durations in ascending order. */
    private static double[] seconds(RunResult run) {
        return run.jobs().stream()
                .filter(job -> job.failure().isEmpty())
                .mapToDouble(job -> job.duration() / NANOS)
                .sorted()
                .toArray();
    }

    /** The least of ascending values that this share of all does not exceed; 0 if there are none. */
    static double quantile(double[] sorted, double share) {
        return sorted.length == 0 ? 0 : sorted[Math.max(0, (int) Math.ceil(share * sorted.length) - 1)];
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
