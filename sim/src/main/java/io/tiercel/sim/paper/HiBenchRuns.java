package io.tiercel.sim.paper;

import io.tiercel.sim.run.RunSpec;
import io.tiercel.sim.workload.HiBench;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/** HiBench's applications, each alone on the cluster. */
final class HiBenchRuns {
    private final Map<HiBench, JobStatistics> byApplication = new EnumMap<>(HiBench.class);

    /** The scenario of an application. */
    interface Scenarios {
        RunSpec of(HiBench application, long seed);
    }

    HiBenchRuns(int repetitions, Scenarios scenarios) {
        for (HiBench application : HiBench.values()) {
            byApplication.put(application, JobStatistics.of(repetitions, seed -> scenarios.of(application, seed)));
        }
    }

    /** All jobs of all applications. */
    JobStatistics all() {
        return byApplication.values().stream().reduce(JobStatistics::with).orElseThrow();
    }

    /** By how many percent applications end sooner than in {@code base}, in the mean. */
    double sooner(HiBenchRuns base) {
        return mean(base, JobStatistics::sooner);
    }

    /** By how many percent their tasks take less time in sum, in the mean. */
    double leaner(HiBenchRuns base) {
        return mean(base, JobStatistics::leaner);
    }

    private interface Measure {
        double of(JobStatistics ours, JobStatistics theirs);
    }

    private double mean(HiBenchRuns base, Measure measure) {
        return byApplication.entrySet().stream()
                .mapToDouble(entry -> measure.of(entry.getValue(), base.of(entry.getKey())))
                .average()
                .orElse(0);
    }

    private JobStatistics of(HiBench application) {
        return Objects.requireNonNull(byApplication.get(application));
    }
}
