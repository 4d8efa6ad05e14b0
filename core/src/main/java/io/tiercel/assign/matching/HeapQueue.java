package io.tiercel.assign.matching;

import io.tiercel.struct.LongHeap;

/** A heap, for many distinct distances. Distance and place share one key, so of equal distances the lower place goes first. */
final class HeapQueue implements PlaceQueue {
    private final LongHeap heap = new LongHeap(64);
    private int distance;

    @Override
    public void clear() {
        heap.clear();
        distance = 0;
    }

    @Override
    public void add(int place, int d) {
        heap.add((long) d << 32 | place);
    }

    @Override
    public int poll() {
        if (heap.isEmpty()) {
            return -1;
        }
        long nearest = heap.poll();
        distance = (int) (nearest >> 32);
        return (int) nearest;
    }

    @Override
    public int distance() {
        return distance;
    }
}
