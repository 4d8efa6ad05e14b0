package io.tiercel.sim.cluster;

import io.tiercel.model.Preconditions;
import java.util.BitSet;

/** The slots of one node, by number. */
public final class Slots {
    private final BitSet taken = new BitSet();
    private final int count;
    private int free;

    public Slots(int count) {
        Preconditions.nonNegative("slots", count);
        this.count = count;
        this.free = count;
    }

    public int count() {
        return count;
    }

    public int free() {
        return free;
    }

    /** Takes the free slot with the lowest number. */
    public int take() {
        if (free == 0) {
            throw new IllegalStateException("expected a free slot, all " + count + " are taken");
        }
        int slot = taken.nextClearBit(0);
        taken.set(slot);
        free--;
        return slot;
    }

    public void release(int slot) {
        if (!taken.get(slot)) {
            throw new IllegalStateException("expected slot " + slot + " to be taken, it is free");
        }
        taken.clear(slot);
        free++;
    }
}
