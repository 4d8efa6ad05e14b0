package io.tiercel.assign.matching;

import java.util.Arrays;

/** A linked list for each distance (Dial), for few distinct distances. Equal distances come last added first. */
final class BucketQueue implements PlaceQueue {
    private final int[] heads;
    private int[] places = new int[256];
    private int[] nexts = new int[256];
    private int size;
    private int distance;
    private int farthest;

    BucketQueue(int farthest) {
        this.heads = new int[farthest + 1];
        Arrays.fill(heads, -1);
    }

    @Override
    public void clear() {
        Arrays.fill(heads, 0, farthest + 1, -1);
        size = 0;
        distance = 0;
        farthest = 0;
    }

    @Override
    public void add(int place, int d) {
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
    public int poll() {
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

    @Override
    public int distance() {
        return distance;
    }
}
