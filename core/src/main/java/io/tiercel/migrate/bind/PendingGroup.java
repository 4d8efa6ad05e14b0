package io.tiercel.migrate.bind;

import java.util.Arrays;
import java.util.Comparator;

/**
 * The pending blocks of one hint. Groups go by the time at which they are needed, those without one last; of equal ones those of
 * the job that came first; of one job in the order of its hints. Blocks of a group go in the hint's order.
 */
public final class PendingGroup {
    /** {@link #neededBy} of a hint that says nothing of it. */
    static final long WHENEVER = Long.MAX_VALUE;

    public static final Comparator<PendingGroup> ORDER = Comparator.comparingLong(
                    (PendingGroup group) -> group.neededBy)
            .thenComparingLong(group -> group.job)
            .thenComparingLong(group -> group.hint);

    final long neededBy;
    private final long job;
    private final long hint;

    /** -1 where a slot has left. */
    private int[] slots = new int[4];

    private int end;
    private int live;

    /**
     * @param job the job's number in the order of arrival
     * @param hint the hint's number in the order of arrival
     */
    public PendingGroup(long neededBy, long job, long hint) {
        this.neededBy = neededBy;
        this.job = job;
        this.hint = hint;
    }

    boolean isEmpty() {
        return live == 0;
    }

    /** Adds at the end, and says at which position. */
    int add(int slot) {
        if (end == slots.length) {
            slots = Arrays.copyOf(slots, 2 * end);
        }
        slots[end] = slot;
        live++;
        return end++;
    }

    void remove(int position) {
        slots[position] = -1;
        live--;
    }

    /** Positions end below; those that have left are -1. */
    int end() {
        return end;
    }

    int slot(int position) {
        return slots[position];
    }

    /** Closes the gaps if they are the greater part; {@code positions}, by slot, are written anew. */
    void compact(int[] positions) {
        if (end < 64 || 2 * live > end) {
            return;
        }
        int kept = 0;
        for (int i = 0; i < end; i++) {
            if (slots[i] >= 0) {
                positions[slots[i]] = kept;
                slots[kept++] = slots[i];
            }
        }
        end = kept;
        slots = Arrays.copyOf(slots, Math.max(4, kept));
    }
}
