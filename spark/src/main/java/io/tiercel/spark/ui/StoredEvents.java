package io.tiercel.spark.ui;

import io.tiercel.prefetch.PrefetchTotals;
import io.tiercel.spark.event.CoordinatorChanged;
import io.tiercel.spark.event.DeviceReads;
import io.tiercel.spark.event.PrefetchOutcomes;
import io.tiercel.spark.event.PrefetchPlanned;
import io.tiercel.spark.event.StageReads;
import org.apache.spark.util.kvstore.KVIndex;

/**
 * The tab's records in the application's store: in memory, or on the history server's disk, where Spark's Jackson writes them. The
 * annotation of the key stands on its accessor; on a record component the store would find it twice.
 */
final class StoredEvents {
    private StoredEvents() {}

    static String key(int stage, int attempt) {
        return stage + "." + attempt;
    }

    /** An event of a stage attempt or a query. */
    interface Stored<E> {
        E event();
    }

    record Reads(String key, int job, StageReads event) implements Stored<StageReads> {
        @KVIndex
        @Override
        public String key() {
            return key;
        }
    }

    record Devices(String key, DeviceReads event) implements Stored<DeviceReads> {
        @KVIndex
        @Override
        public String key() {
            return key;
        }
    }

    record Plan(String key, PrefetchPlanned event) implements Stored<PrefetchPlanned> {
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

    record Outcomes(String key, PrefetchOutcomes event) implements Stored<PrefetchOutcomes> {
        @KVIndex
        @Override
        public String key() {
            return key;
        }
    }

    /** The outcome in a few numbers: the overview need not read all blocks of all stages. */
    record Sum(String key, PrefetchTotals event) implements Stored<PrefetchTotals> {
        @KVIndex
        @Override
        public String key() {
            return key;
        }
    }

    record Change(long key, CoordinatorChanged event) {
        @KVIndex
        @Override
        public long key() {
            return key;
        }
    }
}
