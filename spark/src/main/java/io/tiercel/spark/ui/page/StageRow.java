package io.tiercel.spark.ui.page;

import io.tiercel.prefetch.PrefetchTotals;
import io.tiercel.spark.event.StageReads;
import org.jspecify.annotations.Nullable;

/**
 * A stage attempt on the overview.
 *
 * @param job the first job that it belongs to; -1 if that is not known
 * @param prefetch what came of prefetching for it; null if nothing was planned
 */
public record StageRow(StageReads reads, int job, @Nullable PrefetchTotals prefetch) {
    PrefetchTotals totals() {
        return prefetch == null ? PrefetchTotals.NONE : prefetch;
    }
}
