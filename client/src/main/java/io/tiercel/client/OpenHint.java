package io.tiercel.client;

import io.tiercel.protocol.BlockId;
import io.tiercel.protocol.BlockState;
import io.tiercel.protocol.Eviction;
import io.tiercel.protocol.PrefetchReply;
import io.tiercel.protocol.PrefetchRequest;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/**
 * A hint that is to be made again if the coordinator forgets it, with the blocks that have been read since. Keeps no other blocks than
 * those that the hint covers, once they are known. Not safe for use by several threads.
 */
final class OpenHint {
    /** Reads that are kept before it is known which blocks the hint covers: about 10 MB. */
    private static final int MOST_EARLY_READS = 100_000;

    private final PrefetchRequest request;
    private final OptionalLong neededAt;

    /** The part that is not read yet; empty until the coordinator has answered. */
    private Set<BlockId> unread = Set.of();

    private final Set<BlockId> read = new LinkedHashSet<>();
    private boolean answered;

    /** @param neededAt milliseconds since the epoch by this machine's clock; empty for as soon as possible */
    OpenHint(PrefetchRequest request, OptionalLong neededAt) {
        this.request = request;
        this.neededAt = neededAt;
    }

    /** The request as of now: it says in what time the data is needed. */
    PrefetchRequest request() {
        if (neededAt.isEmpty()) {
            return request;
        }
        return request.toBuilder()
                .setNeededInMillis(Math.max(0, neededAt.getAsLong() - System.currentTimeMillis()))
                .build();
    }

    long number() {
        return request.getHint();
    }

    boolean isOf(List<?> data) {
        return request.getDataList().equals(data);
    }

    boolean isWithin(List<?> data) {
        return data.containsAll(request.getDataList());
    }

    /** The coordinator has said which blocks are claimed by it. */
    void answered(PrefetchReply reply) {
        answered = true;
        unread = new HashSet<>();
        for (BlockState block : reply.getBlocksList()) {
            unread.add(block.getBlock());
        }
        read.retainAll(unread);
        unread.removeAll(read);
    }

    /** A read after this hint. */
    void read(BlockId block) {
        if (answered ? unread.remove(block) : read.size() < MOST_EARLY_READS) {
            read.add(block);
        }
    }

    /** The part that was read: need not come in a second time. */
    List<BlockId> alreadyRead() {
        return List.copyOf(read);
    }

    /** Whether there is nothing left to ask for again. */
    boolean isServed() {
        return answered && unread.isEmpty() && request.getEviction() == Eviction.EVICT_AFTER_READ;
    }
}
