package io.tiercel.hdfs.locate;

import io.tiercel.hdfs.locate.RangeLocations.RangeLocation;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.IntStream;

/** A request to a {@link BlockLocator}, and its answers so far. Thread-safe. */
public final class LocationRequest implements RangeLocations {
    private final List<FileRange> ranges;
    private final AtomicReferenceArray<RangeLocation> known;
    private final AtomicInteger pending;
    private final CompletableFuture<Void> done = new CompletableFuture<>();

    /** Completes when waiting is of no use any more: all is known, or a name node is spared for a while. */
    private final CompletableFuture<Void> waited = new CompletableFuture<>();

    private volatile boolean cancelled;

    LocationRequest(List<FileRange> ranges) {
        this.ranges = ranges;
        this.known = new AtomicReferenceArray<>(ranges.size());
        this.pending = new AtomicInteger(ranges.size());
        done.thenRun(() -> waited.complete(null));
        if (ranges.isEmpty()) {
            done.complete(null);
        }
    }

    public List<FileRange> ranges() {
        return ranges;
    }

    @Override
    public RangeLocation known(int range) {
        RangeLocation location = known.get(range);
        return location == null ? RangeLocation.PENDING : location;
    }

    public List<RangeLocation> known() {
        return IntStream.range(0, ranges.size()).mapToObj(this::known).toList();
    }

    @Override
    public int pending() {
        return pending.get();
    }

    public boolean isDone() {
        return done.isDone();
    }

    /** As specified, but not at all while a failing name node is spared. An interrupt ends the wait too, and is kept. */
    @Override
    public boolean await(Duration budget) {
        try {
            waited.get(Math.max(0, budget.toNanos()), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (TimeoutException e) {
            // The caller goes on with what is known.
        } catch (ExecutionException e) {
            throw new IllegalStateException(e); // Never completed so.
        }
        return isDone();
    }

    /** As specified; later on a thread of the locator. */
    @Override
    public void whenDone(Runnable listener) {
        done.thenRun(listener);
    }

    @Override
    public void cancel() {
        cancelled = true;
    }

    boolean isCancelled() {
        return cancelled;
    }

    /** Each range is answered once; later answers are ignored. */
    void answer(int range, RangeLocation location) {
        if (known.compareAndSet(range, null, location) && pending.decrementAndGet() == 0) {
            done.complete(null);
        }
    }

    /** Ends waits within a budget: the answer will be late. */
    void endWaits() {
        waited.complete(null);
    }
}
