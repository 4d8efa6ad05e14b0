package io.tiercel.spark.cache;

import io.tiercel.cachefs.store.PagedObject;
import io.tiercel.hdfs.host.HostRegistry;
import io.tiercel.hdfs.locate.FileRange;
import io.tiercel.hdfs.locate.RangeLocations;
import io.tiercel.model.Block;
import io.tiercel.model.Replica;
import io.tiercel.model.Residency;
import io.tiercel.model.Tier;
import io.tiercel.spark.cache.ClusterCaches.Holding;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The locations of parts of objects: cached pages are replicas on their nodes. Once the object of a part is known, its location follows
 * what the caches hold. Thread-safe.
 */
final class CachedLocations implements RangeLocations {
    private static final RangeLocation PENDING = new RangeLocation(RangeLocation.State.PENDING, List.of(), null);

    /** Tasks that await input start after others. */
    private static final Residency ON_ITS_WAY = new Residency(0, true);

    /** The answer for a range. @param object null if there will be no location @param generation of the caches */
    private record Answer(@Nullable PagedObject object, RangeLocation location, long generation) {}

    private final List<FileRange> ranges;
    private final SharedPaths paths;
    private final HostRegistry hosts;
    private final ClusterCaches caches;
    private final AtomicReferenceArray<Answer> answers;
    private final CountDownLatch pending;
    private final CompletableFuture<Void> done = new CompletableFuture<>();

    CachedLocations(List<FileRange> ranges, SharedPaths paths, HostRegistry hosts, ClusterCaches caches) {
        this.ranges = List.copyOf(ranges);
        this.paths = paths;
        this.hosts = hosts;
        this.caches = caches;
        this.answers = new AtomicReferenceArray<>(ranges.size());
        this.pending = new CountDownLatch(ranges.size());
    }

    /** The object of a range is known. Each range is answered once; later answers are ignored. */
    void answer(int range, PagedObject object) {
        answer(range, locate(range, object));
    }

    /** A range will have no location. */
    void miss(int range, LocationMiss.Why why, String detail) {
        LocationMiss miss = new LocationMiss(ranges.get(range).path(), why, detail);
        answer(range, new Answer(null, new RangeLocation(RangeLocation.State.MISSED, List.of(), miss), 0));
    }

    private void answer(int range, Answer answer) {
        if (answers.compareAndSet(range, null, answer)) {
            pending.countDown();
            if (pending.getCount() == 0) {
                done.complete(null);
            }
        }
    }

    /** Pages in a row that the same nodes hold are one block. */
    private Answer locate(int index, PagedObject object) {
        long generation = caches.generation(); // Before the look, so that news during it are seen next time.
        FileRange range = ranges.get(index);
        long end = Math.min(object.length(), range.start() + range.length());
        Map<String, Holding> holdings = caches.of(object);
        List<Block> blocks = new ArrayList<>();
        String store = paths.store(range.path());
        long begun = range.start();
        List<Replica> replicas = List.of();
        for (long at = range.start(); at < end; ) {
            int page = object.pageAt(at);
            List<Replica> here = replicas(holdings, page);
            if (!here.equals(replicas)) {
                add(blocks, at - begun, replicas, store);
                begun = at;
                replicas = here;
            }
            at = Math.min(end, object.start(page) + object.length(page));
        }
        add(blocks, end - begun, replicas, store);
        RangeLocation located = new RangeLocation(RangeLocation.State.LOCATED, List.copyOf(blocks), null);
        return new Answer(object, located, generation);
    }

    private static void add(List<Block> blocks, long bytes, List<Replica> replicas, String store) {
        if (bytes > 0) {
            blocks.add(new Block(bytes, replicas, null, store));
        }
    }

    private List<Replica> replicas(Map<String, Holding> holdings, int page) {
        List<Replica> replicas = new ArrayList<>();
        holdings.forEach((host, pages) -> {
            if (pages.held().get(page)) {
                replicas.add(new Replica(hosts.node(host), Tier.SSD));
            } else if (pages.expected().get(page)) {
                replicas.add(new Replica(hosts.node(host), Tier.SSD, ON_ITS_WAY));
            }
        });
        return replicas;
    }

    @Override
    public RangeLocation known(int range) {
        Answer answer = answers.get(range);
        if (answer == null) {
            return PENDING;
        }
        if (answer.object() != null && answer.generation() != caches.generation()) {
            answer = locate(range, answer.object());
            answers.set(range, answer);
        }
        return answer.location();
    }

    @Override
    public long generation() {
        return caches.generation();
    }

    @Override
    public int pending() {
        return Math.toIntExact(pending.getCount());
    }

    @Override
    public boolean await(Duration budget) {
        try {
            return pending.await(budget.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public void whenDone(Runnable listener) {
        done.thenRun(listener);
    }

    /** Answers come anyway: they serve later requests. */
    @Override
    public void cancel() {}
}
