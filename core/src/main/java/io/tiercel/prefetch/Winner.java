package io.tiercel.prefetch;

import java.util.Arrays;

/**
 * The least of many keys that change one at a time, of equal ones that of the least index: a complete binary tree of which each node holds the lesser
 * of the two below it, and the leaves are the keys.
 */
final class Winner {
    /** The root is 1, below {@code i} are {@code 2 i} and {@code 2 i + 1}. */
    private final double[] tree;

    private final int leaves;

    /** As many keys, all infinite. */
    Winner(int size) {
        leaves = Math.max(2, Integer.highestOneBit(Math.max(1, size - 1)) * 2);
        tree = new double[2 * leaves];
        Arrays.fill(tree, Double.POSITIVE_INFINITY);
    }

    /** Sets the first {@code size} keys to one value and all others to infinity. */
    void fill(int size, double key) {
        Arrays.fill(tree, leaves, leaves + size, key);
        Arrays.fill(tree, leaves + size, 2 * leaves, Double.POSITIVE_INFINITY);
        for (int i = leaves - 1; i > 0; i--) {
            tree[i] = Math.min(tree[2 * i], tree[2 * i + 1]);
        }
    }

    void set(int index, double key) {
        int i = leaves + index;
        tree[i] = key;
        while (i > 1) {
            double lesser = tree[i] < tree[i ^ 1] ? tree[i] : tree[i ^ 1];
            i >>= 1;
            // Nothing changes above either.
            if (tree[i] == lesser) {
                return;
            }
            tree[i] = lesser;
        }
    }

    /** The index of the least key; any if all are infinite. */
    int least() {
        int i = 1;
        while (i < leaves) {
            i *= 2;
            if (tree[i] != tree[i / 2]) {
                i++;
            }
        }
        return i - leaves;
    }

    double leastKey() {
        return tree[1];
    }

    double key(int index) {
        return tree[leaves + index];
    }
}
