package io.tiercel.spark.ui.page;

import io.tiercel.prefetch.PrefetchTotals;
import io.tiercel.spark.event.StageReads;
import org.jspecify.annotations.Nullable;

/**
 * A stage attempt on the overview.
 *
 * @param job the first job that it belongs to; -1 if unknown
 * @param prefetch the outcome of its plan; null if nothing was planned
 */
public record StageRow(StageReads reads, int job, @Nullable PrefetchTotals prefetch) {
    PrefetchTotals totals() {
        return prefetch == null ? PrefetchTotals.NONE : prefetch;
    }
}
