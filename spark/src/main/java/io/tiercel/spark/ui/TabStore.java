package io.tiercel.spark.ui;

import io.tiercel.spark.event.CoordinatorChanged;
import io.tiercel.spark.event.PrefetchOutcomes;
import io.tiercel.spark.event.PrefetchPlanned;
import io.tiercel.spark.event.StageReads;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.apache.spark.util.kvstore.KVStore;
import org.apache.spark.util.kvstore.KVStoreIterator;
import org.jspecify.annotations.Nullable;

/** Reads what {@link TabListener} has kept. */
final class TabStore {
    private final KVStore store;

    TabStore(KVStore store) {
        this.store = store;
    }

    /** Whether Tiercel had anything to say of this application. */
    boolean isEmpty() throws Exception {
        return store.count(Stored.Reads.class) + store.count(Stored.Plan.class) + store.count(Stored.Change.class) == 0;
    }

    List<StageRow> stages() throws Exception {
        List<StageRow> rows = new ArrayList<>();
        for (Stored.Reads each : all(Stored.Reads.class)) {
            rows.add(new StageRow(
                    each.event(),
                    each.job(),
                    find(Stored.Sum.class, each.key()).map(Stored.Sum::totals).orElse(null)));
        }
        rows.sort(Comparator.comparingInt((StageRow row) -> row.reads().stage())
                .thenComparingInt(row -> row.reads().attempt()));
        return rows;
    }

    /** Plans for whole queries, and what has come of them. */
    List<QueryRow> queries() throws Exception {
        List<QueryRow> rows = new ArrayList<>();
        for (Stored.OfQuery each : all(Stored.OfQuery.class)) {
            Totals totals =
                    find(Stored.Sum.class, each.key()).map(Stored.Sum::totals).orElse(Totals.NONE);
            rows.add(new QueryRow(each.stage(), each.attempt(), each.submittedMillis(), each.verdict(), totals));
        }
        return rows;
    }

    List<CoordinatorChanged> changes() throws Exception {
        return all(Stored.Change.class).stream()
                .sorted(Comparator.comparingLong(Stored.Change::key))
                .map(Stored.Change::event)
                .toList();
    }

    @Nullable
    StageReads reads(int stage, int attempt) {
        return find(Stored.Reads.class, Stored.key(stage, attempt))
                .map(Stored.Reads::event)
                .orElse(null);
    }

    @Nullable
    PrefetchPlanned plan(int stage, int attempt) {
        return find(Stored.Plan.class, Stored.key(stage, attempt))
                .map(Stored.Plan::event)
                .orElse(null);
    }

    @Nullable
    PrefetchOutcomes outcomes(int stage, int attempt) {
        return find(Stored.Outcomes.class, Stored.key(stage, attempt))
                .map(Stored.Outcomes::event)
                .orElse(null);
    }

    private <T> Optional<T> find(Class<T> type, String key) {
        try {
            return Optional.of(store.read(type, key));
        } catch (NoSuchElementException e) {
            return Optional.empty();
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
