package io.tiercel.spark.ui.page;

import io.tiercel.prefetch.PrefetchTotals;
import io.tiercel.spark.event.PrefetchPlanned;

/**
 * A plan for a scan of a query, made before the query's stages ran, with its outcome.
 *
 * @param stage the stage id that stands for the query
 * @param attempt the number of the plan among the query's plans, from 0
 * @param submittedMillis when the query began, since the epoch
 * @param verdict the plan in words
 */
public record QueryRow(int stage, int attempt, long submittedMillis, String verdict, PrefetchTotals totals) {
    /** Spark's id of the query's execution. */
    public int query() {
        return PrefetchPlanned.query(stage);
    }

    String name() {
        return "query " + query() + (attempt == 0 ? "" : ", plan " + (attempt + 1));
    }
}
