package io.tiercel.spark.ui;

import io.tiercel.prefetch.PrefetchTotals;
import io.tiercel.spark.event.CoordinatorChanged;
import io.tiercel.spark.event.DeviceReads;
import io.tiercel.spark.event.PrefetchOutcomes;
import io.tiercel.spark.event.PrefetchPlanned;
import io.tiercel.spark.event.StageReads;
import io.tiercel.spark.ui.page.OverviewPage.QueryRow;
import io.tiercel.spark.ui.page.OverviewPage.StageRow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.spark.util.kvstore.KVStore;
import org.apache.spark.util.kvstore.KVStoreIterator;
import org.jspecify.annotations.Nullable;

/** Reads the tab's data, which {@link TabListener} keeps. */
final class TabStore {
    private final KVStore store;

    TabStore(KVStore store) {
        this.store = store;
    }

    /** Whether there is no event of Tiercel for this application. */
    boolean isEmpty() throws Exception {
        return store.count(StoredEvents.Reads.class)
                        + store.count(StoredEvents.Plan.class)
                        + store.count(StoredEvents.Change.class)
                == 0;
    }

    List<StageRow> stages() throws Exception {
        List<StageRow> rows = new ArrayList<>();
        for (StoredEvents.Reads each : all(StoredEvents.Reads.class)) {
            rows.add(new StageRow(each.event(), each.job(), event(StoredEvents.Sum.class, each.key())));
        }
        rows.sort(Comparator.comparingInt((StageRow row) -> row.summary().stage())
                .thenComparingInt(row -> row.summary().attempt()));
        return rows;
    }

    List<QueryRow> queries() throws Exception {
        List<QueryRow> rows = new ArrayList<>();
        for (StoredEvents.OfQuery each : all(StoredEvents.OfQuery.class)) {
            PrefetchTotals totals = event(StoredEvents.Sum.class, each.key());
            rows.add(new QueryRow(
                    each.stage(),
                    each.attempt(),
                    each.submittedMillis(),
                    each.verdict(),
                    totals == null ? PrefetchTotals.NONE : totals));
        }
        return rows;
    }

    List<CoordinatorChanged> changes() throws Exception {
        return all(StoredEvents.Change.class).stream()
                .sorted(Comparator.comparingLong(StoredEvents.Change::key))
                .map(StoredEvents.Change::event)
                .toList();
    }

    @Nullable
    StageReads reads(int stage, int attempt) {
        return event(StoredEvents.Reads.class, StoredEvents.key(stage, attempt));
    }

    @Nullable
    DeviceReads devices(int stage, int attempt) {
        return event(StoredEvents.Devices.class, StoredEvents.key(stage, attempt));
    }

    @Nullable
    PrefetchPlanned plan(int stage, int attempt) {
        return event(StoredEvents.Plan.class, StoredEvents.key(stage, attempt));
    }

    @Nullable
    PrefetchOutcomes outcomes(int stage, int attempt) {
        return event(StoredEvents.Outcomes.class, StoredEvents.key(stage, attempt));
    }

    private <E> @Nullable E event(Class<? extends StoredEvents.Stored<E>> type, String key) {
        try {
            return store.read(type, key).event();
        } catch (NoSuchElementException e) {
            return null;
        } catch (Exception e) {
            throw new IllegalStateException("the application's store cannot be read", e);
        }
    }

    private <T> List<T> all(Class<T> type) throws Exception {
        List<T> found = new ArrayList<>();
        try (KVStoreIterator<T> each = store.view(type).closeableIterator()) {
            each.forEachRemaining(found::add);
        }
        return found;
    }
}
