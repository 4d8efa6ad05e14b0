package io.tiercel.sim.cluster;

/** The slots of one node, by number. */
public final class Slots {
    private final boolean[] taken;
    private final int count;
    private int free;

    /**
     * @param count at least 0
     */
    public Slots(int count) {
        if (count < 0) {
            throw new IllegalArgumentException("slots: expected at least 0, got " + count);
        }
        this.taken = new boolean[count];
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
        int slot = 0;
        while (taken[slot]) {
            slot++;
        }
        taken[slot] = true;
        free--;
        return slot;
    }

    /** Gives a taken slot back. */
    public void release(int slot) {
        if (slot >= count || !taken[slot]) {
            throw new IllegalStateException("expected slot " + slot + " to be taken, it is free");
        }
        taken[slot] = false;
        free++;
    }
}
