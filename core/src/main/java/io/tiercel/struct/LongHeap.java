package io.tiercel.struct;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A binary min-heap of longs, each with an int if wanted. Times of at least 0 enter it as their bits, which have the same order.
 * Values of equal keys leave it in no order.
 */
public final class LongHeap {
    private static final int LEAST_ROOM = 8;

    private long[] keys;
    private int @Nullable [] values;
    private int size;

    public LongHeap(int expected) {
        keys = new long[Math.max(expected, LEAST_ROOM)];
    }

    public static LongHeap withValues(int expected) {
        LongHeap heap = new LongHeap(expected);
        heap.values = new int[heap.keys.length];
        return heap;
    }

    public void clear() {
        size = 0;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    /** The least key; only of a heap that is not empty. */
    public long peek() {
        return keys[0];
    }

    /** The least key as a time; infinity if there is none. */
    public double leastTime() {
        return size == 0 ? Double.POSITIVE_INFINITY : Double.longBitsToDouble(keys[0]);
    }

    public void add(long key) {
        add(key, 0);
    }

    /** @param time at least 0 */
    public void add(double time, int value) {
        add(Double.doubleToRawLongBits(time), value);
    }

    private void add(long key, int value) {
        if (size == keys.length) {
            keys = Arrays.copyOf(keys, 2 * size);
            values = values == null ? null : Arrays.copyOf(values, 2 * size);
        }
        int hole = size++;
        while (hole > 0 && keys[(hole - 1) / 2] > key) {
            move((hole - 1) / 2, hole);
            hole = (hole - 1) / 2;
        }
        put(hole, key, value);
    }

    /** Takes out the least key; only while there is one. */
    public long poll() {
        long least = keys[0];
        removeLeast();
        return least;
    }

    /** Takes out the least key and returns its value; only while there is one. */
    public int pollValue() {
        int value = values == null ? 0 : values[0];
        removeLeast();
        return value;
    }

    private void removeLeast() {
        size--;
        long key = keys[size];
        int value = values == null ? 0 : values[size];
        int hole = 0;
        for (int child = 1; child < size; child = 2 * hole + 1) {
            if (child + 1 < size && keys[child + 1] < keys[child]) {
                child++;
            }
            if (keys[child] >= key) {
                break;
            }
            move(child, hole);
            hole = child;
        }
        put(hole, key, value);
    }

    private void move(int from, int to) {
        keys[to] = keys[from];
        if (values != null) {
            values[to] = values[from];
        }
    }

    private void put(int place, long key, int value) {
        keys[place] = key;
        if (values != null) {
            values[place] = value;
        }
    }
}
