package io.tiercel.transfer;

import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * Keeps the least of the keys of numbered players; of equal keys that of the lowest number. A tournament tree (Knuth, The Art of Computer
 * Programming, volume 3, section 5.4.1): each place holds the lesser key of the two below. In an array of primitives, because a plan of
 * 100,000 blocks changes 200,000 keys: a heap of objects takes several times as long, most of it for the collector's write barriers.
 */
final class Tournament {
    /** The key of a number that does not take part. */
    static final long ABSENT = Long.MAX_VALUE;

    private static final int NONE = 0;
    private static final int UNKNOWN = -2;

    /** The least key at 1; those of a place's rivals at 2i and 2i + 1; the players in the second half. */
    private long[] keys;
    /** What {@link #first()} has found, until a key changes. */
    private int first = UNKNOWN;

    Tournament() {
        keys = new long[2 * 16];
        Arrays.fill(keys, ABSENT);
    }

    /** Numbers below it have a place. */
    private int places() {
        return keys.length / 2;
    }

    /** Sets the key of a number from 0; {@link #ABSENT} takes it out. */
    void set(int number, long key) {
        if (number >= places()) {
            grow(number + 1);
        }
        first = UNKNOWN;
        int place = places() + number;
        keys[place] = key;
        for (long least = key; place > 1; place /= 2) {
            least = Math.min(least, keys[place ^ 1]);
            if (keys[place / 2] == least) {
                return;
            }
            keys[place / 2] = least;
        }
    }

    private void grow(int atLeast) {
        int before = places();
        int places = Math.max(2 * before, 2 * Integer.highestOneBit(atLeast));
        long[] grown = new long[2 * places];
        Arrays.fill(grown, ABSENT);
        System.arraycopy(keys, before, grown, places, before);
        for (int place = places - 1; place > 0; place--) {
            grown[place] = Math.min(grown[2 * place], grown[2 * place + 1]);
        }
        keys = grown;
    }

    /** The number with the least key; -1 if none takes part. */
    int first() {
        if (first == UNKNOWN) {
            first = find(keys[1]);
        }
        return first;
    }

    private int find(long least) {
        if (least == ABSENT) {
            return -1;
        }
        int place = 1;
        while (place < places()) {
            place = 2 * place + (keys[2 * place] == least ? 0 : 1);
        }
        return place - places();
    }

    /** The number with the least key among those that fit; -1 if none does. */
    int first(IntPredicate fits) {
        int best = first(fits, 1, NONE);
        return best == NONE ? -1 : best - places();
    }

    /** The player with the least key that fits, below this place or {@code best}. Left before right: of equals the lowest number stays. */
    private int first(IntPredicate fits, int place, int best) {
        if (keys[place] >= (best == NONE ? ABSENT : keys[best])) {
            return best;
        }
        if (place >= places()) {
            return fits.test(place - places()) ? place : best;
        }
        return first(fits, 2 * place + 1, first(fits, 2 * place, best));
    }
}
