package io.tiercel.assign;

import java.util.Arrays;

/**
 * Places by distance, nearest first; of equal ones, the first in numbering. A binary heap over primitive arrays in which a
 * place may stand several times; who polls it skips the stale ones.
 */
final class PlaceQueue {
    private long[] distances = new long[64];
    private int[] places = new int[64];
    private int size;

    void clear() {
        size = 0;
    }

    boolean isEmpty() {
        return size == 0;
    }

    long distance() {
        return distances[0];
    }

    void add(int place, long distance) {
        if (size == places.length) {
            distances = Arrays.copyOf(distances, 2 * size);
            places = Arrays.copyOf(places, 2 * size);
        }
        int i = size++;
        while (i > 0 && before(distance, place, (i - 1) / 2)) {
            move((i - 1) / 2, i);
            i = (i - 1) / 2;
        }
        distances[i] = distance;
        places[i] = place;
    }

    /** Takes the nearest place out. */
    int poll() {
        int first = places[0];
        size--;
        long distance = distances[size];
        int place = places[size];
        int i = 0;
        for (int c = 1; c < size; c = 2 * i + 1) {
            if (c + 1 < size && before(distances[c + 1], places[c + 1], c)) {
                c++;
            }
            if (before(distance, place, c)) {
                break;
            }
            move(c, i);
            i = c;
        }
        distances[i] = distance;
        places[i] = place;
        return first;
    }

    private boolean before(long distance, int place, int other) {
        return distance < distances[other] || distance == distances[other] && place < places[other];
    }

    private void move(int source, int target) {
        distances[target] = distances[source];
        places[target] = places[source];
    }
}
