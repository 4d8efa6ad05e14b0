package io.tiercel.prefetch;

import io.tiercel.model.BlockId;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Counts the blocks requested for one stage or query as used, late or unread. The only counter of prefetch outcomes. Times are seconds from the submission, NaN for never. Not thread-safe.
 */
public final class PrefetchTracker {
    /**
     * The outcome of one block.
     *
     * @param arrivedAt when it was first known to be in memory; NaN also if its first task may have brought it there
     * @param startedAt when the first task that reads it was launched
     * @param used whether it was in memory then
     */
    public record BlockOutcome(BlockId block, double arrivedAt, double startedAt, boolean used) {}

    private static final class Request {
        private final double expectedAt;
        private double arrivedAt = Double.NaN;
        private double startedAt = Double.NaN;
        private boolean used;

        Request(double expectedAt) {
            this.expectedAt = expectedAt;
        }

        boolean isStarted() {
            return !Double.isNaN(startedAt);
        }

        boolean isLate() {
            return isStarted() && !used;
        }

        BlockOutcome outcome(BlockId block) {
            return new BlockOutcome(block, arrivedAt, startedAt, used);
        }
    }

    private final Map<BlockId, Request> requests = new LinkedHashMap<>();
    private final Set<BlockId> unread = new HashSet<>();
    private long bytes;
    private int used;
    private double lastArrival = Double.NaN;
    private double lastExpectedArrival = Double.NaN;

    /** Adds a requested block, and when the plan has it in memory, uncorrected. A block counts once. */
    public void addRequest(BlockId block, long length, double expectedAt) {
        if (requests.putIfAbsent(block, new Request(expectedAt)) == null) {
            unread.add(block);
            bytes += length;
        }
    }

    /** Notes that a block is in memory, and says whether for the first time. A late block is ignored: its task may have brought it in. */
    public boolean markArrived(BlockId block, double at) {
        Request request = requests.get(block);
        if (request == null || !Double.isNaN(request.arrivedAt) || request.isLate()) {
            return false;
        }
        request.arrivedAt = at;
        if (!request.isStarted()) {
            lastArrival = later(lastArrival, at);
            lastExpectedArrival = later(lastExpectedArrival, request.expectedAt);
        }
        return true;
    }

    private static double later(double known, double at) {
        return Double.isNaN(known) ? at : Math.max(known, at);
    }

    /** Notes that a task that reads the block was launched, and says whether it is the first; only that counts. */
    public boolean markStarted(BlockId block, double at, boolean inMemory) {
        Request request = requests.get(block);
        if (request == null || request.isStarted()) {
            return false;
        }
        request.startedAt = at;
        request.used = inMemory;
        used += inMemory ? 1 : 0;
        unread.remove(block);
        return true;
    }

    /** When the last of the blocks arrived that arrived before their first task; NaN if none did. */
    public double lastArrival() {
        return lastArrival;
    }

    /** When the last of the same blocks should have arrived by the plan, uncorrected. */
    public double lastExpectedArrival() {
        return lastExpectedArrival;
    }

    public boolean isEmpty() {
        return requests.isEmpty();
    }

    /** All requested blocks, in the order of their requests. */
    public Set<BlockId> requested() {
        return Collections.unmodifiableSet(requests.keySet());
    }

    /** Requested blocks that no task has begun to read. */
    public Set<BlockId> unread() {
        return Collections.unmodifiableSet(unread);
    }

    /** The outcomes of the first {@code most} blocks, in the order of their requests. */
    public List<BlockOutcome> blocks(int most) {
        return requests.entrySet().stream()
                .limit(most)
                .map(each -> each.getValue().outcome(each.getKey()))
                .toList();
    }

    /**
     * The outcome so far, or in the end.
     *
     * @param seconds that the job has taken
     * @param computingSeconds that a task computed in the mean; NaN if unknown
     */
    public PrefetchOutcome outcome(PrefetchForecast forecast, double seconds, double computingSeconds) {
        return new PrefetchOutcome(
                requests.size(),
                used,
                requests.size() - unread.size() - used,
                unread.size(),
                bytes,
                seconds,
                forecast.factor() * forecast.seconds(),
                forecast.factor() * forecast.secondsWithout(),
                lastArrival,
                forecast.prefetchedFactor() * lastExpectedArrival,
                computingSeconds,
                forecast.computingSeconds(),
                forecast.factor(),
                forecast.prefetchedFactor());
    }
}
