package io.tiercel.assign.matching;

import java.util.Arrays;

/** A binary heap, for many distinct distances. Distance and place share one long, so of equal distances the lower place goes first. */
final class HeapQueue implements PlaceQueue {
    private long[] heap = new long[64];
    private int size;
    private int distance;

    @Override
    public void clear() {
        size = 0;
        distance = 0;
    }

    @Override
    public void add(int place, int d) {
        if (size == heap.length) {
            heap = Arrays.copyOf(heap, 2 * size);
        }
        long entry = (long) d << 32 | place;
        int i = size++;
        while (i > 0 && entry < heap[(i - 1) >> 1]) {
            heap[i] = heap[(i - 1) >> 1];
            i = (i - 1) >> 1;
        }
        heap[i] = entry;
    }

    @Override
    public int poll() {
        if (size == 0) {
            return -1;
        }
        long nearest = heap[0];
        long entry = heap[--size];
        int i = 0;
        for (int child = 1; child < size; child = 2 * i + 1) {
            if (child + 1 < size && heap[child + 1] < heap[child]) {
                child++;
            }
            if (entry <= heap[child]) {
                break;
            }
            heap[i] = heap[child];
            i = child;
        }
        heap[i] = entry;
        distance = (int) (nearest >> 32);
        return (int) nearest;
    }

    @Override
    public int distance() {
        return distance;
    }
}
