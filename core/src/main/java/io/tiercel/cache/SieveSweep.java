package io.tiercel.cache;

import java.util.BitSet;
import java.util.function.IntConsumer;

/**
 * SIEVE (Zhang et al., NSDI 2024) for a cache that makes room in batches. A hand goes from the oldest entry to the newest, and begins again
 * with the oldest. It takes the mark from an entry that was read since it last passed, and evicts one that was not. Entries never move.
 */
public final class SieveSweep {
    /** The entries, the one that came first at 0. */
    public interface Entries {
        int size();

        long bytes(int entry);

        /** When the entry came: at least the stamp of the entry before it. */
        long stamp(int entry);

        /** Whether the entry stays in any case. Its mark is left alone then. */
        boolean isKept(int entry);

        /** Takes the entry's mark. @return whether it had one */
        boolean takeMark(int entry);
    }

    /** The hand is at the beginning. It returns there from the newest entry: it must not go on to entries that come later. */
    public static final long BEGIN = Long.MIN_VALUE;

    private SieveSweep() {}

    /**
     * Moves the hand until enough is evicted, at most twice over all entries.
     *
     * @param hand stamp of the entry that was last looked at; {@link #BEGIN} at first
     * @param bytes that are to be evicted
     * @param evict is called with each entry that goes
     * @return where the hand is now
     */
    public static long sweep(Entries entries, long hand, long bytes, IntConsumer evict) {
        int size = entries.size();
        int first = firstAfter(entries, hand);
        BitSet gone = new BitSet(size);
        long left = bytes;
        long at = hand;
        for (long step = 0; step < 2L * size && left > 0; step++) {
            int entry = (int) ((first + step) % size);
            if (!gone.get(entry) && !entries.isKept(entry)) {
                at = entry == size - 1 ? BEGIN : entries.stamp(entry);
                if (!entries.takeMark(entry)) {
                    gone.set(entry);
                    left -= entries.bytes(entry);
                    evict.accept(entry);
                }
            }
        }
        return at;
    }

    /** 0 if the hand is at the newest entry, or after it. */
    private static int firstAfter(Entries entries, long hand) {
        int low = 0;
        int high = entries.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (entries.stamp(middle) <= hand) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low == entries.size() ? 0 : low;
    }
}
