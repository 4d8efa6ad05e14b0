package io.tiercel.sim.run;

import java.util.Arrays;

/**
 * Numbers of tasks with the versions of their blocks, least number first: a binary heap in one array, for there are millions of entries in
 * all and most are added in their order.
 */
final class EntryQueue {
    private long[] heap = new long[4];
    private int size;

    boolean isEmpty() {
        return size == 0;
    }

    /** The least number; only if there is one. */
    int first() {
        return (int) (heap[0] >>> 32);
    }

    /** Its version. */
    int firstVersion() {
        return (int) heap[0];
    }

    void add(int number, int version) {
        if (size == heap.length) {
            heap = Arrays.copyOf(heap, 2 * size);
        }
        long entry = ((long) number << 32) | (version & 0xFFFF_FFFFL);
        int hole = size++;
        while (hole > 0 && heap[(hole - 1) / 2] > entry) {
            heap[hole] = heap[(hole - 1) / 2];
            hole = (hole - 1) / 2;
        }
        heap[hole] = entry;
    }

    void removeFirst() {
        long last = heap[--size];
        int hole = 0;
        for (int child = 1; child < size; child = 2 * hole + 1) {
            if (child + 1 < size && heap[child + 1] < heap[child]) {
                child++;
            }
            if (heap[child] >= last) {
                break;
            }
            heap[hole] = heap[child];
            hole = child;
        }
        heap[hole] = last;
    }
}
