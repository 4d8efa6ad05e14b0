package io.tiercel.assign.matching;

import io.tiercel.struct.LongHeap;
import java.util.Arrays;

/**
 * Places by distance, nearest first. A place may stand in it several times; callers skip stale entries. No added distance is
 * below the last one polled.
 */
abstract class PlaceQueue {
    /** Distances up to this are kept in buckets; 32 KiB of them stay in the processor's first cache. */
    private static final int MOST_BUCKETS = 8192;

    /** The distance of the place polled last. */
    int distance;

    static PlaceQueue upTo(int farthest) {
        return farthest < MOST_BUCKETS ? new Buckets(farthest) : new Heap();
    }

    abstract void clear();

    abstract void add(int place, int d);

    /** Takes a nearest place out; -1 if there is none. */
    abstract int poll();

    /** A linked list for each distance (Dial), for few distinct distances. Equal distances come last added first. */
    private static final class Buckets extends PlaceQueue {
        private final int[] heads;
        private int[] places = new int[256];
        private int[] nexts = new int[256];
        private int size;
        private int farthest;

        Buckets(int farthest) {
            this.heads = new int[farthest + 1];
            Arrays.fill(heads, -1);
        }

        @Override
        void clear() {
            Arrays.fill(heads, 0, farthest + 1, -1);
            size = 0;
            distance = 0;
            farthest = 0;
        }

        @Override
        void add(int place, int d) {
            if (size == places.length) {
                places = Arrays.copyOf(places, 2 * size);
                nexts = Arrays.copyOf(nexts, 2 * size);
            }
            places[size] = place;
            nexts[size] = heads[d];
            heads[d] = size++;
            farthest = Math.max(farthest, d);
        }

        @Override
        int poll() {
            while (distance <= farthest) {
                int entry = heads[distance];
                if (entry >= 0) {
                    heads[distance] = nexts[entry];
                    return places[entry];
                }
                distance++;
            }
            distance = farthest;
            return -1;
        }
    }

    /** A heap, for many distinct distances. Distance and place share one key, so of equal distances the lower place goes first. */
    private static final class Heap extends PlaceQueue {
        private final LongHeap heap = new LongHeap(64);

        @Override
        void clear() {
            heap.clear();
            distance = 0;
        }

        @Override
        void add(int place, int d) {
            heap.add((long) d << 32 | place);
        }

        @Override
        int poll() {
            if (heap.isEmpty()) {
                return -1;
            }
            long nearest = heap.poll();
            distance = (int) (nearest >> 32);
            return (int) nearest;
        }
    }
}
