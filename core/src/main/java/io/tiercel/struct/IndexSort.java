package io.tiercel.struct;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;

/** Stable sorts of indices by a key, over plain arrays, since boxed indices would cost more than the modelling. */
public final class IndexSort {
    private static final int FEW = 32;

    private IndexSort() {}

    /** The indices below {@code size} by increasing key, at least 0; equal ones in their own order. */
    public static int[] by(int size, IntToDoubleFunction key) {
        double[] keys = new double[size];
        Arrays.setAll(keys, key);
        return by(keys);
    }

    /** The same for keys in an array. */
    public static int[] by(double[] keys) {
        for (int i = 1; i < keys.length; i++) {
            if (keys[i - 1] > keys[i]) {
                return keys.length < FEW ? merged(keys) : spread(keys);
            }
        }
        return identity(keys.length);
    }

    private static int[] identity(int size) {
        int[] order = new int[size];
        Arrays.setAll(order, i -> i);
        return order;
    }

    private static int[] merged(double[] keys) {
        return mergeSort(identity(keys.length), keys);
    }

    /**
     * Sorts into as many buckets of equal width as there are keys, then each bucket. Keys are times and lengths, which spread over
     * their range or are equal.
     */
    private static int[] spread(double[] keys) {
        int n = keys.length;
        double least = Double.POSITIVE_INFINITY;
        double most = 0;
        for (double key : keys) {
            least = Math.min(least, key);
            most = key < Double.POSITIVE_INFINITY ? Math.max(most, key) : most;
        }
        double scale = (n - 1) / (most - least);
        if (!(scale < Double.POSITIVE_INFINITY)) {
            return merged(keys);
        }
        int[] bucket = new int[n];
        int[] end = new int[n + 1];
        for (int i = 0; i < n; i++) {
            bucket[i] = (int) Math.min(n - 1, (keys[i] - least) * scale);
            end[bucket[i] + 1]++;
        }
        for (int i = 0; i < n; i++) {
            end[i + 1] += end[i];
        }
        int[] order = new int[n];
        for (int i = 0; i < n; i++) {
            order[end[bucket[i]]++] = i;
        }
        for (int i = 0, from = 0; i < n; from = end[i++]) {
            sortBucket(order, from, end[i], keys);
        }
        return order;
    }

    private static void sortBucket(int[] order, int from, int to, double[] keys) {
        int i = from + 1;
        while (i < to && keys[order[i - 1]] <= keys[order[i]]) {
            i++;
        }
        if (i < to && to - from > FEW) {
            System.arraycopy(mergeSort(Arrays.copyOfRange(order, from, to), keys), 0, order, from, to - from);
        } else {
            for (; i < to; i++) {
                insert(order, from, i, keys);
            }
        }
    }

    private static void insert(int[] order, int from, int at, double[] keys) {
        int item = order[at];
        int hole = at;
        while (hole > from && keys[order[hole - 1]] > keys[item]) {
            order[hole] = order[hole - 1];
            hole--;
        }
        order[hole] = item;
    }

    /** Bottom up; overwrites {@code order}. */
    private static int[] mergeSort(int[] order, double[] keys) {
        int n = order.length;
        int[] from = order;
        int[] to = new int[n];
        for (int width = 1; width < n; width *= 2) {
            for (int start = 0; start < n; start += 2 * width) {
                int mid = Math.min(start + width, n);
                int end = Math.min(start + 2 * width, n);
                int left = start;
                int right = mid;
                for (int i = start; i < end; i++) {
                    boolean takeLeft = right == end || left < mid && keys[from[left]] <= keys[from[right]];
                    to[i] = takeLeft ? from[left++] : from[right++];
                }
            }
            int[] swap = from;
            from = to;
            to = swap;
        }
        return from;
    }

    /** The same order backwards; equal ones are backwards too. */
    public static int[] reversed(int[] order) {
        int[] reversed = new int[order.length];
        Arrays.setAll(reversed, i -> order[order.length - 1 - i]);
        return reversed;
    }
}
