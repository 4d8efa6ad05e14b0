package io.tiercel.sim.engine;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A min-heap of items by key, then by number. Items know their position, so that any of them is moved or removed in O(log n). Keys and numbers
 * are in arrays of their own, four children a node: with tens of thousands of events, a heap of objects mostly waits for memory.
 */
final class IndexedHeap<T extends IndexedHeap.Item> {
    private static final int CHILDREN = 4;
    private static final int ABSENT = -1;

    private @Nullable Item[] items = new @Nullable Item[CHILDREN];
    private long[] keys = new long[CHILDREN];
    private long[] numbers = new long[CHILDREN];
    private int size;

    /** An item, in one heap at a time. */
    abstract static class Item {
        int position = ABSENT;

        final boolean isQueued() {
            return position != ABSENT;
        }
    }

    int size() {
        return size;
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** All items, unordered. */
    List<T> all() {
        return IntStream.range(0, size).mapToObj(this::item).toList();
    }

    T peek() {
        return item(0);
    }

    @SuppressWarnings("unchecked") // set() takes no others
    private T item(int position) {
        return (T) items[position];
    }

    long leastKey() {
        return keys[0];
    }

    /**
     * Adds an item, or moves one that is in the heap.
     *
     * @param number another one than any item with this key has
     */
    void set(T item, long key, long number) {
        if (!item.isQueued()) {
            if (size == keys.length) {
                items = Arrays.copyOf(items, 2 * size);
                keys = Arrays.copyOf(keys, 2 * size);
                numbers = Arrays.copyOf(numbers, 2 * size);
            }
            item.position = size++;
        }
        settle(item, key, number, item.position);
    }

    T poll() {
        T least = item(0);
        remove(least);
        return least;
    }

    /** Removes {@code item}, which is in the heap. */
    void remove(T item) {
        int hole = item.position;
        item.position = ABSENT;
        T last = item(--size);
        items[size] = null;
        if (hole < size) {
            settle(last, keys[size], numbers[size], hole);
        }
    }

    void clear() {
        all().forEach(item -> item.position = ABSENT);
        Arrays.fill(items, null);
        size = 0;
    }

    private void settle(Item item, long key, long number, int from) {
        int hole = from;
        while (hole > 0 && precedes(key, number, (hole - 1) / CHILDREN)) {
            put((hole - 1) / CHILDREN, hole);
            hole = (hole - 1) / CHILDREN;
        }
        for (int child = leastChild(hole); child != ABSENT && !precedes(key, number, child); child = leastChild(hole)) {
            put(child, hole);
            hole = child;
        }
        put(item, key, number, hole);
    }

    private int leastChild(int parent) {
        int least = ABSENT;
        int end = Math.min(size, CHILDREN * (parent + 1) + 1);
        for (int child = CHILDREN * parent + 1; child < end; child++) {
            least = least == ABSENT || precedes(keys[child], numbers[child], least) ? child : least;
        }
        return least;
    }

    private boolean precedes(long key, long number, int position) {
        return key != keys[position] ? key < keys[position] : number < numbers[position];
    }

    private void put(int from, int to) {
        put(item(from), keys[from], numbers[from], to);
    }

    private void put(Item item, long key, long number, int position) {
        items[position] = item;
        keys[position] = key;
        numbers[position] = number;
        item.position = position;
    }
}
