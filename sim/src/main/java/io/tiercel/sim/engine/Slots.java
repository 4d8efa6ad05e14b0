package io.tiercel.sim.engine;

import java.util.BitSet;

/** The slots of one node, by number. */
public final class Slots {
    private final BitSet taken = new BitSet();
    private final int count;

    /**
     * @param count at least 0
     */
    public Slots(int count) {
        if (count < 0) {
            throw new IllegalArgumentException("slots: expected at least 0, got " + count);
        }
        this.count = count;
    }

    /** How many there are. */
    public int count() {
        return count;
    }

    /** How many are free. */
    public int free() {
        return count - taken.cardinality();
    }

    /** Takes the free slot of the lowest number. */
    public int take() {
        int slot = taken.nextClearBit(0);
        if (slot >= count) {
            throw new IllegalStateException("expected a free slot, all " + count + " are taken");
        }
        taken.set(slot);
        return slot;
    }

    /** Gives a taken slot back. */
    public void release(int slot) {
        if (!taken.get(slot)) {
            throw new IllegalStateException("expected slot " + slot + " to be taken, it is free");
        }
        taken.clear(slot);
    }
}
