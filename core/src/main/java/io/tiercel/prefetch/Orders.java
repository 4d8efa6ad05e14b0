package io.tiercel.prefetch;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;

/** Stable orders of indices by a key. */
final class Orders {
    private Orders() {}

    /** The indices below {@code size} by increasing key, equal ones in their own order. Keys are at least 0. */
    static int[] by(int size, IntToDoubleFunction key) {
        double[] keys = new double[size];
        boolean sorted = true;
        for (int i = 0; i < size; i++) {
            keys[i] = key.applyAsDouble(i);
            sorted &= i == 0 || keys[i - 1] <= keys[i];
        }
        int[] order = new int[size];
        for (int i = 0; i < size; i++) {
            order[i] = i;
        }
        if (!sorted) {
            mergeSort(order, keys);
        }
        return order;
    }

    /** Bottom up, over plain arrays: boxed indices would cost more than all the modelling. */
    private static void mergeSort(int[] order, double[] keys) {
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
        if (from != order) {
            System.arraycopy(from, 0, order, 0, n);
        }
    }

    /** The same order backwards; equal ones are backwards too. */
    static int[] reversed(int[] order) {
        int[] reversed = new int[order.length];
        Arrays.setAll(reversed, i -> order[order.length - 1 - i]);
        return reversed;
    }
}
