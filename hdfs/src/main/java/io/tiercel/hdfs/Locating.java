package io.tiercel.hdfs;

import io.tiercel.model.Block;
import io.tiercel.model.Replica;
import io.tiercel.model.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.IntStream;

/** A request to a {@link BlockLocator}, and what has come of it so far. Thread-safe. */
public final class Locating {
    private final List<FileRange> ranges;
    private final HostRegistry hosts;
    private final AtomicReferenceArray<RangeLocation> known;
    private final AtomicInteger pending;
    private final CompletableFuture<Void> done = new CompletableFuture<>();

    /** Completes when waiting is of no use any more: all is known, or a name node is being left alone for a while. */
    private final CompletableFuture<Void> waited = new CompletableFuture<>();

    private volatile boolean cancelled;

    Locating(List<FileRange> ranges, HostRegistry hosts) {
        this.ranges = ranges;
        this.hosts = hosts;
        this.known = new AtomicReferenceArray<>(ranges.size());
        this.pending = new AtomicInteger(ranges.size());
        done.thenRun(() -> waited.complete(null));
        if (ranges.isEmpty()) {
            done.complete(null);
        }
    }

    /** The ranges as they were asked for. */
    public List<FileRange> ranges() {
        return ranges;
    }

    /** What is known now of the range at position {@code range} of the request. */
    public RangeLocation known(int range) {
        RangeLocation location = known.get(range);
        return location == null ? RangeLocation.PENDING : location;
    }

    /** What is known now, by position in the request. */
    public List<RangeLocation> known() {
        return IntStream.range(0, ranges.size()).mapToObj(this::known).toList();
    }

    /**
     * A task that reads the ranges at positions {@code from} (inclusive) to {@code to} (exclusive), as far as they are known
     * now, on the nodes' canonical indices. Bytes whose place is not known weigh as bytes without replicas beside others
     * that are known; a task of which nothing is known has no blocks at all and so no preference.
     */
    public Task task(int from, int to) {
        List<Block> blocks = new ArrayList<>();
        boolean anything = false;
        for (int range = from; range < to; range++) {
            RangeLocation location = known(range);
            anything |= location.state() == RangeLocation.State.LOCATED;
            if (location.state() == RangeLocation.State.LOCATED) {
                location.blocks().forEach(block -> blocks.add(canonical(block)));
            } else {
                blocks.add(new Block(ranges.get(range).length(), List.of()));
            }
        }
        return new Task(anything ? blocks : List.of(), List.of());
    }

    private Block canonical(Block block) {
        if (block.replicas().stream().allMatch(replica -> hosts.canonical(replica.node()) == replica.node())) {
            return block;
        }
        return new Block(
                block.bytes(),
                block.replicas().stream()
                        .map(replica -> new Replica(hosts.canonical(replica.node()), replica.tier()))
                        .toList());
    }

    /** Of how many ranges more is to be expected; each time that it falls there is something new. */
    public int pending() {
        return pending.get();
    }

    public boolean isDone() {
        return done.isDone();
    }

    /**
     * Waits for the answers, but no longer than {@code budget}, and not at all while a name node that has just failed is
     * being left alone. An interrupt ends the wait too, and is kept.
     *
     * @return whether everything is answered
     */
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

    /** Runs {@code listener} once everything is answered: at once if it is, else on a thread of the locator. */
    public void whenDone(Runnable listener) {
        done.thenRun(listener);
    }

    /** The answers are not wanted any more: the stage is over. */
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

    void postponed() {
        waited.complete(null);
    }
}
