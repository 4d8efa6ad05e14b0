package io.tiercel.spark.cache;

import io.tiercel.cachefs.store.PagedObject;
import io.tiercel.spark.cache.CacheTransfers.Part;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The pages that tasks of running stages are going to read, or read now. Nodes that hold them, or await them, must not evict them.
 *
 * <p>Times are seconds of a clock that nobody sets. Thread-safe.
 */
final class PlannedPages {
    /** An executor hears of changes this often at most. */
    private static final double INTERVAL = 1;

    /** An executor that was not heard for so long is forgotten. */
    private static final double FORGOTTEN = 60;

    private static final class Told {
        /** Null before the first answer. An executor may still keep pages of an answer before. */
        @Nullable
        Map<String, BitSet> pages;

        long changes = -1;
        long generation = -1;
        double at = Double.NEGATIVE_INFINITY;
        double heardAt;
    }

    private final ClusterCaches caches;
    private final List<StagePages> stages = new ArrayList<>();
    private final Map<String, Told> executors = new HashMap<>();
    private Map<PagedObject, BitSet> planned = Map.of();
    private long plannedChanges;
    private long changes;

    PlannedPages(ClusterCaches caches) {
        this.caches = caches;
    }

    /** A stage begins. @param reads what its tasks read, by task */
    synchronized StagePages begin(List<List<Part>> reads, double now) {
        executors.values().removeIf(told -> now - told.heardAt > FORGOTTEN);
        StagePages stage = new StagePages(this, reads);
        stages.add(stage);
        changes++;
        return stage;
    }

    synchronized void ended(StagePages stage, int task) {
        if (!stage.ended.get(task)) {
            stage.ended.set(task);
            changes++;
        }
    }

    synchronized void close(StagePages stage) {
        if (stages.remove(stage)) {
            changes++;
        }
    }

    /**
     * The pages that an executor's node is to keep, by the objects' ids, those of the first tasks first.
     *
     * @return empty if it has been told
     */
    synchronized Optional<Map<String, BitSet>> news(String executor, String host, double now) {
        Told told = executors.computeIfAbsent(executor, unknown -> new Told());
        told.heardAt = now;
        long generation = caches.generation();
        if (now - told.at < INTERVAL || told.changes == changes && told.generation == generation) {
            return Optional.empty();
        }
        told.at = now;
        told.changes = changes;
        told.generation = generation;
        Map<String, BitSet> pages = of(host);
        if (pages.equals(told.pages)) {
            return Optional.empty();
        }
        told.pages = pages;
        return Optional.of(pages);
    }

    /** The executor has not heard what was told last. */
    synchronized void forget(String executor) {
        executors.remove(executor);
    }

    private Map<String, BitSet> of(String host) {
        if (plannedChanges != changes) {
            plannedChanges = changes;
            planned = planned();
        }
        Map<String, BitSet> pages = new LinkedHashMap<>();
        planned.forEach((object, wanted) -> {
            BitSet here = caches.on(host, object);
            here.and(wanted);
            if (!here.isEmpty()) {
                pages.put(object.id(), here);
            }
        });
        return pages;
    }

    private Map<PagedObject, BitSet> planned() {
        Map<PagedObject, BitSet> all = new LinkedHashMap<>();
        for (StagePages stage : stages) {
            for (int task = stage.ended.nextClearBit(0);
                    task < stage.reads.size();
                    task = stage.ended.nextClearBit(task + 1)) {
                for (Part part : stage.reads.get(task)) {
                    all.computeIfAbsent(part.object(), object -> new BitSet())
                            .set(part.firstPage(), part.lastPage() + 1);
                }
            }
        }
        return all;
    }

    /** What the tasks of one stage read. */
    static final class StagePages implements PlannedStage {
        private final PlannedPages all;
        private final List<List<Part>> reads;
        private final BitSet ended = new BitSet();

        StagePages(PlannedPages all, List<List<Part>> reads) {
            this.all = all;
            this.reads = List.copyOf(reads);
        }

        @Override
        public void ended(int task) {
            all.ended(this, task);
        }

        @Override
        public void close() {
            all.close(this);
        }
    }
}
