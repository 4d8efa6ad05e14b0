package io.tiercel.struct;

import java.util.Arrays;

/** A binary min-heap of primitive longs; times of at least 0 enter it as their bits, which are ordered as they are. */
public final class LongHeap {
    private long[] items;
    private int size;

    public LongHeap(int expected) {
        items = new long[Math.max(expected, 8)];
    }

    public void clear() {
        size = 0;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    public long peek() {
        return items[0];
    }

    public void add(long item) {
        if (size == items.length) {
            items = Arrays.copyOf(items, 2 * size);
        }
        int hole = size++;
        while (hole > 0 && items[(hole - 1) / 2] > item) {
            items[hole] = items[(hole - 1) / 2];
            hole = (hole - 1) / 2;
        }
        items[hole] = item;
    }

    public long poll() {
        long least = items[0];
        long last = items[--size];
        sink(last);
        return least;
    }

    private void sink(long item) {
        int hole = 0;
        while (true) {
            int child = 2 * hole + 1;
            if (child >= size) {
                break;
            }
            if (child + 1 < size && items[child + 1] < items[child]) {
                child++;
            }
            if (items[child] >= item) {
                break;
            }
            items[hole] = items[child];
            hole = child;
        }
        items[hole] = item;
    }
}
