package io.tiercel.sim.caches;

import java.util.Arrays;

/** Blocks in the order in which they were added. Arrays by block: a day's trace has millions of them. */
final class LinkedBlocks {
    static final int NONE = -1;
    private static final int ABSENT = -2;

    private final int[] newer;
    private final int[] older;
    private int newest = NONE;
    private int oldest = NONE;
    private int size;

    LinkedBlocks(int blocks) {
        newer = new int[blocks];
        older = new int[blocks];
        Arrays.fill(newer, ABSENT);
    }

    boolean contains(int block) {
        return newer[block] != ABSENT;
    }

    int oldest() {
        return oldest;
    }

    /** The next one, {@link #NONE} after the newest. */
    int newerThan(int block) {
        return newer[block];
    }

    /** Adds a block that is not here. */
    void add(int block) {
        newer[block] = NONE;
        older[block] = newest;
        if (newest == NONE) {
            oldest = block;
        } else {
            newer[newest] = block;
        }
        newest = block;
        size++;
    }

    /** Removes a block that is here. */
    void remove(int block) {
        int next = newer[block];
        int before = older[block];
        if (next == NONE) {
            newest = before;
        } else {
            older[next] = before;
        }
        if (before == NONE) {
            oldest = next;
        } else {
            newer[before] = next;
        }
        newer[block] = ABSENT;
        size--;
    }

    /** All of them, the oldest first. */
    int[] toArray() {
        int[] all = new int[size];
        int block = oldest;
        for (int i = 0; i < size; i++) {
            all[i] = block;
            block = newer[block];
        }
        return all;
    }
}
