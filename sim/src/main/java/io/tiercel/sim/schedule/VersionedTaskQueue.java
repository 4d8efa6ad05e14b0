package io.tiercel.sim.schedule;

import java.util.Arrays;

/**
 * Task numbers with the versions of their blocks, smallest number first. A sorted array: nearly all of the millions of entries are appended in
 * order and taken from the front.
 */
final class VersionedTaskQueue {
    private long[] entries = new long[4];
    private int first;
    private int end;

    boolean isEmpty() {
        return first == end;
    }

    /** The smallest number, if there is one. */
    int first() {
        return (int) (entries[first] >>> 32);
    }

    int firstVersion() {
        return (int) entries[first];
    }

    void removeFirst() {
        first++;
    }

    void add(int number, int version) {
        if (end == entries.length) {
            makeRoom();
        }
        long entry = ((long) number << 32) | (version & 0xFFFF_FFFFL);
        int at = end++;
        if (at > first && entries[at - 1] > entry) {
            int found = Arrays.binarySearch(entries, first, at, entry);
            int from = found < 0 ? -found - 1 : found;
            System.arraycopy(entries, from, entries, from + 1, at - from);
            at = from;
        }
        entries[at] = entry;
    }

    private void makeRoom() {
        long[] target = first > entries.length / 2 ? entries : new long[2 * entries.length];
        System.arraycopy(entries, first, target, 0, end - first);
        entries = target;
        end -= first;
        first = 0;
    }
}
