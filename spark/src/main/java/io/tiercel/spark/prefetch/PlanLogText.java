package io.tiercel.spark.prefetch;

import io.tiercel.prefetch.PrefetchOutcome;
import io.tiercel.prefetch.learn.CorrectionFactor;
import io.tiercel.prefetch.plan.BlockDecision;
import io.tiercel.prefetch.plan.PrefetchPlan;
import io.tiercel.prefetch.plan.PrefetchReason;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** What people are told of plans. */
final class PlanLogText {
    private PlanLogText() {}

    /** A plan in one line: what is taken, what it should bring, and why the rest is left. */
    static String line(PrefetchPlan plan) {
        String left = left(plan);
        return plan.summary() + (left.isEmpty() ? "" : "; left: " + left);
    }

    /** What is made of a plan's times when the models have been off for stages of its kind; empty if they were not. */
    static String correction(PrefetchPlan plan, CorrectionFactor correction) {
        if (!correction.isOff()) {
            return "";
        }
        double factor = correction.factor();
        return String.format(
                Locale.ROOT,
                "; model off by %.2f, corrected: job %.2f s%s",
                factor,
                factor * plan.seconds(),
                plan.taken().isEmpty()
                        ? ""
                        : String.format(Locale.ROOT, " instead of %.2f s", factor * plan.secondsWithout()));
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

    /** What came of a plan that took something. */
    static String line(PrefetchOutcome outcome) {
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
                arrival(outcome));
    }

    private static String arrival(PrefetchOutcome outcome) {
        return Double.isNaN(outcome.prefetchedSeconds())
                ? ""
                : String.format(
                        Locale.ROOT,
                        "; the last came after %.2f s, %.2f s predicted",
                        outcome.prefetchedSeconds(),
                        outcome.predictedPrefetchedSeconds());
    }
}
