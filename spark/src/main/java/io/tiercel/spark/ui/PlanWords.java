package io.tiercel.spark.ui;

import io.tiercel.spark.event.PrefetchOutcomes;
import io.tiercel.spark.event.PrefetchPlanned;

/** Plans and what came of them, each in a sentence. */
final class PlanWords {
    private PlanWords() {}

    /** What was decided, and what it is expected to bring. */
    static String verdict(PrefetchPlanned plan) {
        if (plan.reasons().isEmpty()) {
            return "none: " + plan.dropped();
        }
        if (!plan.dropped().isEmpty()) {
            return "dropped: " + plan.dropped();
        }
        String times = "expected to take " + Texts.duration(plan.withMillis());
        if (plan.takenBlocks() == 0) {
            return "nothing of " + Texts.some(plan.leftBlocks(), "block") + "; " + times;
        }
        return Texts.count(plan.takenBlocks()) + " of "
                + Texts.some(plan.takenBlocks() + plan.leftBlocks(), "block") + "; " + times + " instead of "
                + Texts.duration(plan.withoutMillis());
    }

    /** How it was made. */
    static String making(PrefetchPlanned plan) {
        return "by " + plan.planner() + " in " + Texts.duration(plan.planningMillis()) + "; degree " + plan.degree()
                + (plan.delayMillis() > 0 ? ", first tasks held back for " + Texts.duration(plan.delayMillis()) : "")
                + "; the search ended because " + plan.end();
    }

    /** What it rests on. */
    static String cluster(PrefetchPlanned.ClusterSeen seen) {
        return Texts.some(seen.slots(), "slot") + "; room for " + Texts.bytes(seen.freeBytes()) + " in the memory of "
                + Texts.some(seen.nodes(), "node") + " with " + Texts.some(seen.devices(), "device");
    }

    /** What came of it. */
    static String result(PrefetchOutcomes outcomes) {
        return Texts.count(outcomes.used()) + " in memory in time, " + Texts.count(outcomes.late()) + " late, "
                + Texts.count(outcomes.unread()) + " not read, of " + Texts.some(outcomes.taken(), "block") + " ("
                + Texts.bytes(outcomes.bytes()) + "); " + times(outcomes);
    }

    private static String times(PrefetchOutcomes outcomes) {
        boolean query = PrefetchPlanned.isQuery(outcomes.stage());
        if (!outcomes.over()) {
            return "the " + (query ? "query" : "stage") + " has run for " + Texts.duration(outcomes.millis());
        }
        String expected = Texts.duration(outcomes.predictedMillis()) + " with and "
                + Texts.duration(outcomes.withoutMillis()) + " without prefetching";
        return query
                ? "the query took " + Texts.duration(outcomes.millis()) + "; of its scans alone " + expected
                        + " were expected"
                : "the stage took " + Texts.duration(outcomes.millis()) + ", expected were " + expected;
    }
}
