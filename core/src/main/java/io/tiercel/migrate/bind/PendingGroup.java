package io.tiercel.migrate.bind;

import io.tiercel.migrate.ledger.MigrationPriority;
import java.util.Arrays;

/** The pending blocks of one place in the queue, in the order of their hint. */
final class PendingGroup {
    final MigrationPriority priority;

    /** -1 where a slot has left. */
    private int[] slots = new int[4];

    private int end;
    private int live;

    PendingGroup(MigrationPriority priority) {
        this.priority = priority;
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
