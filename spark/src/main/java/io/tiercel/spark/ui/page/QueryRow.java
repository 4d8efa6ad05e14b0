package io.tiercel.spark.ui.page;

import io.tiercel.prefetch.PrefetchTotals;
import io.tiercel.spark.event.PrefetchPlanned;

/**
 * A plan for scans of a query that was made before any of its stages ran, and what came of it.
 *
 * @param stage what stands for the query
 * @param attempt the number of the plan, from 0: a query that is changed while it runs may get others
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
