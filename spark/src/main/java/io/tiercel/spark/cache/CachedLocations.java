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
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
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

    /**
     * The answer for a range.
     *
     * @param object null if it is not known
     * @param generation of the caches
     * @param isFinal whether no further answer is heard
     */
    private record Answer(@Nullable PagedObject object, RangeLocation location, long generation, boolean isFinal) {}

    private final List<FileRange> ranges;
    private final SharedPaths paths;
    private final HostRegistry hosts;
    private final ClusterCaches caches;
    private final AtomicReferenceArray<Answer> answers;
    private final CountDownLatch pending;
    private final CompletableFuture<Void> done = new CompletableFuture<>();

    /** Answers that came after a range had counted as uncached. */
    private final AtomicLong late = new AtomicLong();

    private final Queue<Runnable> lateListeners = new ConcurrentLinkedQueue<>();

    private final List<Awaiting> awaiting = new ArrayList<>();
    private boolean isReading;
    private boolean isCancelled;

    CachedLocations(List<FileRange> ranges, SharedPaths paths, HostRegistry hosts, ClusterCaches caches) {
        this.ranges = List.copyOf(ranges);
        this.paths = paths;
        this.hosts = hosts;
        this.caches = caches;
        this.answers = new AtomicReferenceArray<>(ranges.size());
        this.pending = new CountDownLatch(ranges.size());
    }

    /** No cache holds anything of a range, so it counts as uncached. Its object may become known later. */
    void assumeUncached(int range) {
        FileRange asked = ranges.get(range);
        List<Block> blocks = new ArrayList<>();
        add(blocks, asked.length(), List.of(), paths.store(asked.path()));
        answer(range, new Answer(null, located(blocks), 0, false));
    }

    /** A lookup that waits until caches hold anything of some ranges. */
    interface Awaiting {
        /** The application's own tasks read these ranges now. */
        void readingBegins();

        void cancel();
    }

    /** Tells a waiting lookup of these locations from now on. */
    synchronized void tell(Awaiting waits) {
        if (isCancelled) {
            waits.cancel();
            return;
        }
        awaiting.add(waits);
        if (isReading) {
            waits.readingBegins();
        }
    }

    /** Late answers have come: tells who listens. */
    void tellLate() {
        lateListeners.forEach(Runnable::run);
    }

    /** The object of a range is known. It replaces only an answer that the range counts as uncached. */
    void answer(int range, PagedObject object) {
        answer(range, locate(range, object));
    }

    /** A range will have no location. */
    void miss(int range, LocationMiss.Why why, String detail) {
        LocationMiss miss = new LocationMiss(ranges.get(range).path(), why, detail);
        answer(range, new Answer(null, new RangeLocation(RangeLocation.State.MISSED, List.of(), miss), 0, true));
    }

    private void answer(int range, Answer answer) {
        Answer before = answers.getAndUpdate(
                range, known -> known == null || answer.isFinal() && !known.isFinal() ? answer : known);
        if (before != null) {
            late.addAndGet(answers.get(range) == answer ? 1 : 0);
        } else {
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
        return new Answer(object, located(blocks), generation, true);
    }

    private static RangeLocation located(List<Block> blocks) {
        return new RangeLocation(RangeLocation.State.LOCATED, List.copyOf(blocks), null);
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
        return caches.generation() + late.get();
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

    @Override
    public void whenLate(Runnable listener) {
        lateListeners.add(listener);
    }

    @Override
    public synchronized void readingBegins() {
        if (!isReading) {
            isReading = true;
            awaiting.forEach(Awaiting::readingBegins);
        }
    }

    /** Answers that are on their way come anyway: they serve later requests. Waiting lookups are cancelled. */
    @Override
    public synchronized void cancel() {
        isCancelled = true;
        awaiting.forEach(Awaiting::cancel);
        awaiting.clear();
    }
}
