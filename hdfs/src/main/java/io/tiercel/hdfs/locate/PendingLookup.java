package io.tiercel.hdfs.locate;

import io.tiercel.hdfs.locate.FileRange.FileVersion;
import io.tiercel.hdfs.locate.RangeLocations.RangeLocation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A lookup of one file, and the requests that wait for it. */
final class PendingLookup {
    /** A request's interest in the file, since the nanosecond time at which it came. */
    record Waiter(LocationRequest request, List<Integer> ranges, @Nullable FileVersion expected, long joinedAt) {
        void answer(Function<FileRange, RangeLocation> answer) {
            for (int range : ranges) {
                request.answer(range, answer.apply(request.ranges().get(range)));
            }
        }

        /** Whether an answer to a question put at {@code askedAt} may be too old for this reader. */
        boolean missedBy(FileVersion answered, long askedAt) {
            return expected != null && !expected.equals(answered) && joinedAt - askedAt > 0;
        }
    }

    final LocationCache.Key key;
    final FileSystems.Key fileSystem;
    /** Nanosecond time of the first request. */
    final long since;

    private final List<Waiter> waiters = new ArrayList<>();
    private boolean finished;
    private boolean abandoned;

    PendingLookup(LocationCache.Key key, FileSystems.Key fileSystem, long since) {
        this.key = key;
        this.fileSystem = fileSystem;
        this.since = since;
    }

    /** @return false if it has ended and a new lookup is needed */
    synchronized boolean join(Waiter waiter) {
        boolean open = !finished && !abandoned;
        if (open) {
            waiters.add(waiter);
        }
        return open;
    }

    /** Ends it. Returns the waiters to answer, none if it had ended before. */
    synchronized List<Waiter> finish() {
        if (finished) {
            return List.of();
        }
        finished = true;
        return List.copyOf(waiters);
    }

    synchronized boolean isFinished() {
        return finished;
    }

    /** Whether anybody still waits. If not, nobody can join any more and {@link #finish} is due. */
    synchronized boolean isStillWanted() {
        abandoned |= waiters.stream().allMatch(waiter -> waiter.request().isCancelled());
        return !abandoned;
    }

    synchronized void postpone() {
        waiters.forEach(waiter -> waiter.request().endWaits());
    }
}
