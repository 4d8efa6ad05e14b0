package io.tiercel.spark.prefetch;

import io.tiercel.prefetch.PrefetchOutcome;
import io.tiercel.prefetch.PrefetchTotals;
import io.tiercel.prefetch.learn.CorrectionFactor;
import io.tiercel.prefetch.plan.BlockDecision;
import io.tiercel.prefetch.plan.PrefetchPlan;
import io.tiercel.prefetch.plan.PrefetchReason;
import io.tiercel.spark.prefetch.StagePlanner.PlannedPrefetch;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Describes plans and outcomes in one line of the log. */
final class PlanLogText {
    private PlanLogText() {}

    static String line(PlannedPrefetch planned) {
        return (planned.isDropped() ? "nothing is prefetched, " + planned.dropped() + "; " : "")
                + line(planned.plan())
                + correction(planned.plan(), planned.correction())
                + "; planned in " + planned.planningMillis() + " ms"
                + (planned.knowsComputing() ? "" : ", not knowing how long its tasks compute");
    }

    /** The blocks that a plan takes, its gain, and why it leaves the others. */
    static String line(PrefetchPlan plan) {
        String left = left(plan);
        return plan.summary() + (left.isEmpty() ? "" : "; left: " + left);
    }

    /** The corrected times of a plan; empty if the models have been right for stages of its kind. */
    static String correction(PrefetchPlan plan, CorrectionFactor correction) {
        if (!correction.isOff()) {
            return "";
        }
        double factor = correction.factor();
        String without = String.format(Locale.ROOT, " instead of %.2f s", factor * plan.secondsWithout());
        return String.format(
                Locale.ROOT,
                "; model off by %.2f, corrected: job %.2f s%s",
                factor,
                factor * plan.seconds(),
                plan.taken().isEmpty() ? "" : without);
    }

    private static String left(PrefetchPlan plan) {
        Map<PrefetchReason, Integer> counts = new EnumMap<>(PrefetchReason.class);
        for (BlockDecision decision : plan.blocks()) {
            if (!decision.taken()) {
                counts.merge(decision.choice(), 1, Integer::sum);
            }
        }
        return counts.entrySet().stream()
                .sorted(Collections.reverseOrder(Map.Entry.comparingByValue()))
                .map(each -> each.getValue() + " (" + each.getKey().text() + ")")
                .collect(Collectors.joining(", "));
    }

    static String line(PrefetchOutcome outcome) {
        String arrival = String.format(
                Locale.ROOT,
                "; the last came after %.2f s, %.2f s predicted",
                outcome.prefetchedSeconds(),
                outcome.predictedPrefetchedSeconds());
        return String.format(
                Locale.ROOT,
                "of %d blocks prefetched %d were in memory when their tasks started, %d came late, %d were not read; "
                        + "%.2f s, %.2f s predicted, %.2f s without%s",
                outcome.taken(),
                outcome.used(),
                outcome.late(),
                outcome.unread(),
                outcome.seconds(),
                outcome.predictedSeconds(),
                outcome.secondsWithout(),
                Double.isNaN(outcome.prefetchedSeconds()) ? "" : arrival);
    }

    static String line(PrefetchTotals totals) {
        return String.format(
                Locale.ROOT,
                "Tiercel: prefetched %d blocks (%d MiB) in all: %d were in memory when their tasks started, %d came"
                        + " late, %d were not read; expected to save %.2f s, saved %.2f s against the same expectation",
                totals.taken(),
                totals.bytes() >> 20,
                totals.used(),
                totals.late(),
                totals.unread(),
                totals.predictedGainSeconds(),
                totals.gainSeconds());
    }
}
