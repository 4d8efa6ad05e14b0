package io.tiercel.client;

import io.tiercel.protocol.BlockId;
import io.tiercel.protocol.BlockState;
import io.tiercel.protocol.Eviction;
import io.tiercel.protocol.PrefetchReply;
import io.tiercel.protocol.PrefetchRequest;
import io.tiercel.protocol.Skipped;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The hints of a session that are to be made again if the coordinator forgets them, with the blocks that have been read since. Keeps only
 * blocks that a hint covers, and a bounded number of reads while an answer is missing. Not safe for use by several threads.
 */
final class OpenHints {
    /** Reads that are kept before it is known which blocks a hint covers: about 10 MB. */
    private static final int MOST_EARLY_READS = 100_000;

    private static final long FIRST_WAIT_MILLIS = 1_000;
    private static final long LAST_WAIT_MILLIS = 32_000;

    private final Map<Long, Hint> open = new TreeMap<>();

    /** By block: the open hints that cover it, and after which it was not read. */
    private final Map<BlockId, List<Hint>> unread = new HashMap<>();

    /** Blocks that were read while an answer is missing, with the number of the last hint before the read. */
    private final Map<BlockId, Long> early = new HashMap<>();

    /** @param neededAt milliseconds since the epoch by this machine's clock; empty for as soon as possible */
    Hint add(PrefetchRequest request, OptionalLong neededAt) {
        Hint hint = new Hint(request, neededAt);
        open.put(request.getHint(), hint);
        return hint;
    }

    /**
     * Milliseconds after which the hint is to be made once more; empty if it need not be. A coordinator that has just started says that a
     * part of the blocks may come in later.
     */
    OptionalLong sendAgainAfter(Hint hint) {
        if (!hint.isIncomplete || hint.isDue || open.get(hint.number()) != hint) {
            return OptionalLong.empty();
        }
        hint.isDue = true;
        long wait = hint.nextWait;
        hint.nextWait = Math.min(LAST_WAIT_MILLIS, 2 * wait);
        return OptionalLong.of(wait);
    }

    /** The wait of {@link #sendAgainAfter} is over; returns whether the hint is still wanted. */
    boolean takeDue(Hint hint) {
        hint.isDue = false;
        return open.get(hint.number()) == hint;
    }

    /** In the order in which they were made. */
    List<Hint> all() {
        return List.copyOf(open.values());
    }

    /** Those that the coordinator did not take when they were made last. */
    List<Hint> missed() {
        return open.values().stream().filter(hint -> hint.isMissed).toList();
    }

    /** Drops the hint if nothing is left to ask for again, or if it is refused at first. */
    void note(Hint hint, Answer<PrefetchReply> answer) {
        if (open.get(hint.number()) != hint) {
            return;
        }
        hint.isMissed = answer.mayPass();
        if (answer instanceof Answer.Given<PrefetchReply> reply) {
            cover(hint, reply.given());
        } else if (answer instanceof Answer.Refused && !hint.answered) {
            drop(hint);
        }
        clearEarlyIfAnswered();
    }

    private void clearEarlyIfAnswered() {
        if (!isAnswerMissing()) {
            early.clear();
        }
    }

    private void cover(Hint hint, PrefetchReply reply) {
        hint.unread.forEach(block -> unindex(block, hint));
        hint.unread.clear();
        reply.getBlocksList().stream().map(BlockState::getBlock).forEach(hint.unread::add);
        hint.isIncomplete = reply.getSkippedList().stream().anyMatch(Skipped::getTemporary);
        if (!hint.isIncomplete) {
            hint.read.retainAll(hint.unread);
        }
        hint.unread.stream()
                .filter(block -> early.getOrDefault(block, 0L) >= hint.number())
                .forEach(hint.read::add);
        hint.unread.removeAll(hint.read);
        hint.unread.forEach(block ->
                unread.computeIfAbsent(block, none -> new ArrayList<>(1)).add(hint));
        hint.answered = true;
        if (!hint.isIncomplete && reply.getBlocksCount() == 0 || hint.isServed()) {
            drop(hint);
        }
    }

    /** Whether it is not known yet which blocks a hint covers. */
    private boolean isAnswerMissing() {
        return open.values().stream().anyMatch(hint -> !hint.answered || hint.isIncomplete);
    }

    /** @param last the number of the last hint before these reads */
    void read(Collection<BlockId> blocks, long last) {
        boolean missing = isAnswerMissing();
        for (BlockId block : blocks) {
            if (missing && (early.size() < MOST_EARLY_READS || early.containsKey(block))) {
                early.merge(block, last, Math::max);
            }
            for (Hint hint : List.copyOf(unread.getOrDefault(block, List.of()))) {
                if (hint.number() <= last) {
                    read(block, hint);
                }
            }
        }
    }

    private void read(BlockId block, Hint hint) {
        unindex(block, hint);
        hint.unread.remove(block);
        hint.read.add(block);
        if (hint.isServed()) {
            drop(hint);
        }
    }

    void removeIf(Predicate<PrefetchRequest> filter) {
        all().stream().filter(hint -> filter.test(hint.request)).forEach(this::drop);
        clearEarlyIfAnswered();
    }

    private void drop(Hint hint) {
        open.remove(hint.number());
        hint.unread.forEach(block -> unindex(block, hint));
    }

    private void unindex(BlockId block, Hint hint) {
        unread.computeIfPresent(block, (same, hints) -> hints.remove(hint) && hints.isEmpty() ? null : hints);
    }

    static final class Hint {
        private final PrefetchRequest request;
        private final OptionalLong neededAt;
        private final Set<BlockId> unread = new HashSet<>();
        private final Set<BlockId> read = new LinkedHashSet<>();
        private boolean answered;

        /** Milliseconds until it is made once more if a part of its blocks is missing. */
        private long nextWait = FIRST_WAIT_MILLIS;

        /** Whether a part of its blocks may come in later. */
        private boolean isIncomplete;

        /** Whether it waits to be made once more. */
        private boolean isDue;

        /** Whether the coordinator was not there, or did not take it for now. */
        private boolean isMissed;

        private Hint(PrefetchRequest request, OptionalLong neededAt) {
            this.request = request;
            this.neededAt = neededAt;
        }

        /** The request as of now: it says in what time the data is needed. */
        PrefetchRequest request() {
            if (neededAt.isEmpty()) {
                return request;
            }
            long now = System.currentTimeMillis();
            long needed = Math.max(now, neededAt.getAsLong());
            return request.toBuilder().setNeededInMillis(needed - now).build();
        }

        long number() {
            return request.getHint();
        }

        /** The part that was read: need not come in a second time. */
        List<BlockId> alreadyRead() {
            return List.copyOf(read);
        }

        private boolean isServed() {
            return answered && !isIncomplete && unread.isEmpty() && request.getEviction() == Eviction.EVICT_AFTER_READ;
        }
    }
}
