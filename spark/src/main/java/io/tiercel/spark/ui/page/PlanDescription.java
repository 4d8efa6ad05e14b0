package io.tiercel.spark.ui.page;

import io.tiercel.model.ByteSize;
import io.tiercel.prefetch.PrefetchOutcome;
import io.tiercel.spark.event.PrefetchOutcomes;
import io.tiercel.spark.event.PrefetchPlanned;
import io.tiercel.spark.ui.html.NumberFormats;

/** Describes plans and their outcomes, each in a sentence. */
public final class PlanDescription {
    private PlanDescription() {}

    /** The decision, and its expected gain. */
    public static String verdict(PrefetchPlanned plan) {
        if (plan.reasons().isEmpty()) {
            return "none: " + plan.dropped();
        }
        if (!plan.dropped().isEmpty()) {
            return "dropped: " + plan.dropped();
        }
        String times = "expected to take " + NumberFormats.duration(plan.withMillis());
        if (plan.takenBlocks() == 0) {
            return "nothing of " + NumberFormats.some(plan.leftBlocks(), "block") + "; " + times;
        }
        return NumberFormats.count(plan.takenBlocks()) + " of "
                + NumberFormats.some(plan.takenBlocks() + plan.leftBlocks(), "block") + "; " + times + " instead of "
                + NumberFormats.duration(plan.withoutMillis());
    }

    /** The planner, its time and its search. */
    static String making(PrefetchPlanned plan) {
        return "by " + plan.planner() + " in " + NumberFormats.duration(plan.planningMillis()) + ""
                + (plan.degree() == 0 ? "" : "; at most " + NumberFormats.some(plan.degree(), "block") + " per device")
                + (plan.delayMillis() > 0
                        ? ", first tasks held back for " + NumberFormats.duration(plan.delayMillis())
                        : "")
                + "; the search ended because " + plan.end();
    }

    static String cluster(PrefetchPlanned.ClusterSeen seen) {
        return NumberFormats.some(seen.slots(), "slot") + "; room for " + ByteSize.text(seen.freeBytes())
                + " in the memory of " + NumberFormats.some(seen.nodes(), "node") + " with "
                + NumberFormats.some(seen.devices(), "device");
    }

    static String result(PrefetchOutcomes outcomes) {
        PrefetchOutcome outcome = outcomes.outcome();
        return NumberFormats.count(outcome.used()) + " in memory in time, " + NumberFormats.count(outcome.late())
                + " late, " + NumberFormats.count(outcome.unread()) + " not read, of "
                + NumberFormats.some(outcome.taken(), "block") + " (" + ByteSize.text(outcome.bytes()) + "); "
                + times(outcomes);
    }

    private static String times(PrefetchOutcomes outcomes) {
        PrefetchOutcome outcome = outcomes.outcome();
        String subject = PrefetchPlanned.isQuery(outcomes.stage()) ? "the query" : "the stage";
        String time = NumberFormats.seconds(outcome.seconds());
        if (!outcomes.over()) {
            return subject + " has run for " + time;
        }
        String expected = NumberFormats.seconds(outcome.predictedSeconds()) + " with and "
                + NumberFormats.seconds(outcome.secondsWithout()) + " without prefetching";
        return PrefetchPlanned.isQuery(outcomes.stage())
                ? subject + " took " + time + "; of its scans alone " + expected + " were expected"
                : subject + " took " + time + ", expected were " + expected;
    }
}
