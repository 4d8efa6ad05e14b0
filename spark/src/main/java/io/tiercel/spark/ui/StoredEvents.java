package io.tiercel.spark.ui;

import io.tiercel.prefetch.PrefetchTotals;
import io.tiercel.spark.event.CoordinatorChanged;
import io.tiercel.spark.event.PrefetchOutcomes;
import io.tiercel.spark.event.PrefetchPlanned;
import io.tiercel.spark.event.StageReads;
import org.apache.spark.util.kvstore.KVIndex;

/**
 * What the tab keeps in the application's store: in memory, or on the history server's disk, where Spark's Jackson writes it. Keys are
 * found on accessors, since an annotation of a record's component would be found twice.
 */
final class StoredEvents {
    private StoredEvents() {}

    /** The key of a stage attempt. */
    static String key(int stage, int attempt) {
        return stage + "." + attempt;
    }

    /** Where its tasks read. */
    record Reads(String key, int job, StageReads event) {
        @KVIndex
        @Override
        public String key() {
            return key;
        }
    }

    /** What was planned for it, or for a query. */
    record Plan(String key, PrefetchPlanned event) {
        @KVIndex
        @Override
        public String key() {
            return key;
        }
    }

    /** A query's plan, for the overview. */
    record OfQuery(String key, int stage, int attempt, long submittedMillis, String verdict) {
        @KVIndex
        @Override
        public String key() {
            return key;
        }
    }

    /** What came of that. */
    record Outcomes(String key, PrefetchOutcomes event) {
        @KVIndex
        @Override
        public String key() {
            return key;
        }
    }

    /** The same in a few numbers, for the overview, which is not to read all blocks of all stages. */
    record Sum(String key, PrefetchTotals totals) {
        @KVIndex
        @Override
        public String key() {
            return key;
        }
    }

    /** A change of the coordinator, by its number. */
    record Change(long key, CoordinatorChanged event) {
        @KVIndex
        @Override
        public long key() {
            return key;
        }
    }
}
