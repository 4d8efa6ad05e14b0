package io.tiercel.struct;

import java.util.Arrays;

/** A set of indices below a bound that knows its least one: bits, and levels of bits for words that are not empty. */
public final class IndexSet {
    private static final int NONE = Integer.MAX_VALUE;

    /** From the bits themselves up to a single word. */
    private final long[][] levels;

    private int least = NONE;

    public IndexSet(int bound) {
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

    public boolean isEmpty() {
        return least == NONE;
    }

    public void clear() {
        least = NONE;
        for (long[] level : levels) {
            Arrays.fill(level, 0);
        }
    }

    public void add(int index) {
        least = Math.min(least, index);
        int at = index;
        for (long[] level : levels) {
            level[at >>> 6] |= 1L << at;
            at >>>= 6;
        }
    }

    /** The least; a great number for an empty set. */
    public int least() {
        return least;
    }

    /** Takes the least out; only of a set that is not empty. */
    public int pollLeast() {
        int polled = least;
        long[] bits = levels[0];
        int word = polled >>> 6;
        bits[word] &= ~(1L << polled);
        least = bits[word] != 0 ? word << 6 | Long.numberOfTrailingZeros(bits[word]) : afterEmptied(word);
        return polled;
    }

    private int afterEmptied(int word) {
        int at = word;
        for (int level = 1; level < levels.length; level++) {
            long[] bits = levels[level];
            bits[at >>> 6] &= ~(1L << at);
            if (bits[at >>> 6] != 0) {
                return descend(level, at >>> 6);
            }
            at >>>= 6;
        }
        return NONE;
    }

    private int descend(int from, int word) {
        int at = word;
        for (int level = from; level >= 0; level--) {
            at = at << 6 | Long.numberOfTrailingZeros(levels[level][at]);
        }
        return at;
    }
}
