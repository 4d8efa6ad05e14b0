package io.tiercel.sim.paper;

import io.tiercel.sim.run.Scenario;
import io.tiercel.sim.work.HiBench;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/** HiBench's applications, each alone on the cluster. */
final class HiBenchRuns {
    private final Map<HiBench, Outcome> byApplication = new EnumMap<>(HiBench.class);

    /** The scenario of an application. */
    interface Scenarios {
        Scenario of(HiBench application, long seed);
    }

    HiBenchRuns(int repetitions, Scenarios scenarios) {
        for (HiBench application : HiBench.values()) {
            byApplication.put(application, Outcome.of(repetitions, seed -> scenarios.of(application, seed)));
        }
    }

    /** All jobs of all applications. */
    Outcome all() {
        return byApplication.values().stream().reduce(Outcome::with).orElseThrow();
    }

    /** By how many percent applications end sooner than in {@code base}, in the mean. */
    double sooner(HiBenchRuns base) {
        return mean(base, Outcome::sooner);
    }

    /** By how many percent their tasks take less time in sum, in the mean. */
    double leaner(HiBenchRuns base) {
        return mean(base, Outcome::leaner);
    }

    private interface Measure {
        double of(Outcome ours, Outcome theirs);
    }

    private double mean(HiBenchRuns base, Measure measure) {
        return byApplication.entrySet().stream()
                .mapToDouble(entry -> measure.of(entry.getValue(), base.of(entry.getKey())))
                .average()
                .orElse(0);
    }

    private Outcome of(HiBench application) {
        return Objects.requireNonNull(byApplication.get(application));
    }
}
