package io.tiercel.struct;

import java.util.Arrays;

/**
 * The least of many keys of at least 0 that change one at a time; of equal ones the least index. Keys lie in groups of
 * {@value #WIDTH}. The least of each group is a key of the level above, up to a single group.
 *
 * <p>Keys are kept as their bits, which have the same order: integers have a minimum without branches, which processors could not
 * predict here.
 */
public final class TournamentTree {
    private static final int SHIFT = 3;
    private static final int WIDTH = 1 << SHIFT;
    private static final long INFINITE = Double.doubleToRawLongBits(Double.POSITIVE_INFINITY);

    /** The keys first, then the levels above. */
    private final long[][] levels;

    private long least = INFINITE;

    /** A tree of {@code size} infinite keys. */
    public TournamentTree(int size) {
        int depth = 1;
        for (int groups = groups(size); groups > 1; groups = groups(groups)) {
            depth++;
        }
        levels = new long[depth][];
        for (int level = 0, groups = groups(size); level < depth; level++, groups = groups(groups)) {
            levels[level] = new long[groups * WIDTH];
            Arrays.fill(levels[level], INFINITE);
        }
    }

    private static int groups(int size) {
        return Math.max(1, (size + WIDTH - 1) >> SHIFT);
    }

    /** Sets the first {@code size} keys to one value and all others to infinity. */
    public void fill(int size, double key) {
        long bits = Double.doubleToRawLongBits(key);
        for (int level = 0, full = size; level < levels.length; level++, full = full + WIDTH - 1 >> SHIFT) {
            Arrays.fill(levels[level], 0, full, bits);
            Arrays.fill(levels[level], full, levels[level].length, INFINITE);
        }
        least = size > 0 ? bits : INFINITE;
    }

    public void set(int index, double key) {
        int i = index;
        long bits = Double.doubleToRawLongBits(key);
        for (long[] level : levels) {
            // Nothing changes above.
            if (level[i] == bits) {
                return;
            }
            level[i] = bits;
            i >>= SHIFT;
            bits = leastOf(level, i << SHIFT);
        }
        least = bits;
    }

    private static long leastOf(long[] level, int from) {
        long low = Math.min(Math.min(level[from], level[from + 1]), Math.min(level[from + 2], level[from + 3]));
        long high = Math.min(Math.min(level[from + 4], level[from + 5]), Math.min(level[from + 6], level[from + 7]));
        return Math.min(low, high);
    }

    /** The index of the least key; any if all are infinite. */
    public int least() {
        int i = 0;
        for (int level = levels.length - 1; level >= 0; level--) {
            i = (i << SHIFT) + firstOf(levels[level], i << SHIFT, least);
        }
        return i;
    }

    /** Which key of a group is the given one. */
    private static int firstOf(long[] level, int from, long key) {
        int found = 0;
        for (int i = WIDTH - 1; i >= 0; i--) {
            found = level[from + i] == key ? i : found;
        }
        return found;
    }

    public double leastKey() {
        return Double.longBitsToDouble(least);
    }

    public double key(int index) {
        return Double.longBitsToDouble(levels[0][index]);
    }
}
