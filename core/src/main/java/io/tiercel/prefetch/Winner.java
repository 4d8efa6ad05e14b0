package io.tiercel.prefetch;

import java.util.Arrays;

/** The least of many keys that change one at a time, of equal ones that of the least index: a tournament over a complete binary tree. */
final class Winner {
    private final double[] keys;
    /** The winner of each match; 1 is the final, the leaves are the keys themselves. */
    private final int[] winners;

    private final int leaves;

    /** As many keys, all infinite. */
    Winner(int size) {
        leaves = Math.max(2, Integer.highestOneBit(Math.max(1, size - 1)) * 2);
        keys = new double[leaves];
        winners = new int[leaves];
        fill(0, Double.POSITIVE_INFINITY);
    }

    /** Sets the first {@code size} keys to one value and all others to infinity. */
    void fill(int size, double key) {
        Arrays.fill(keys, 0, size, key);
        Arrays.fill(keys, size, leaves, Double.POSITIVE_INFINITY);
        for (int match = leaves - 1; match > 0; match--) {
            winners[match] = play(match);
        }
    }

    private int play(int match) {
        int left = winner(2 * match);
        int right = winner(2 * match + 1);
        return keys[right] < keys[left] ? right : left;
    }

    private int winner(int place) {
        return place < leaves ? winners[place] : place - leaves;
    }

    void set(int index, double key) {
        if (keys[index] == key) {
            return;
        }
        keys[index] = key;
        for (int match = (leaves + index) / 2; match > 0; match /= 2) {
            int won = play(match);
            // A match that somebody else goes on winning has changed nothing above it.
            if (won == winners[match] && won != index) {
                return;
            }
            winners[match] = won;
        }
    }

    /** The index of the least key; any if all are infinite. */
    int least() {
        return winners[1];
    }

    double leastKey() {
        return keys[winners[1]];
    }

    double key(int index) {
        return keys[index];
    }
}
