package io.tiercel.prefetch;

import java.util.Arrays;

/** A set of indices below a bound that knows its least one: bits, and above them a bit for each word that is not empty. */
final class IndexSet {
    /** From the bits themselves up to a single word. */
    private final long[][] levels;

    IndexSet(int bound) {
        int height = 1;
        for (int words = words(bound); words > 1; words = words(words)) {
            height++;
        }
        levels = new long[height][];
        for (int level = 0, bits = bound; level < height; level++, bits = words(bits)) {
            levels[level] = new long[words(bits)];
        }
    }

    private static int words(int bits) {
        return Math.max(1, (bits + 63) >>> 6);
    }

    boolean isEmpty() {
        return levels[levels.length - 1][0] == 0;
    }

    void clear() {
        for (long[] level : levels) {
            Arrays.fill(level, 0);
        }
    }

    void add(int index) {
        int at = index;
        for (long[] level : levels) {
            level[at >>> 6] |= 1L << at;
            at >>>= 6;
        }
    }

    /** Takes the least out; only of a set that is not empty. */
    int pollLeast() {
        int least = least();
        int at = least;
        for (long[] level : levels) {
            level[at >>> 6] &= ~(1L << at);
            if (level[at >>> 6] != 0) {
                break;
            }
            at >>>= 6;
        }
        return least;
    }

    /** The least; only of a set that is not empty. */
    int least() {
        int at = 0;
        for (int level = levels.length - 1; level >= 0; level--) {
            at = at << 6 | Long.numberOfTrailingZeros(levels[level][at]);
        }
        return at;
    }
}
