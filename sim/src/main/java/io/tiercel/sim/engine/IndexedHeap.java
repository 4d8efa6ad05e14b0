package io.tiercel.sim.engine;

import java.util.ArrayList;
import java.util.List;

/** A binary min-heap whose items know their position, so that any of them can be removed in O(log n). */
final class IndexedHeap<T extends IndexedHeap.Item<T>> {
    private static final int ABSENT = -1;

    private final List<T> items = new ArrayList<>();

    /** An item, in one heap at a time. */
    abstract static class Item<T> {
        private int position = ABSENT;

        /** A total order: of two items one precedes the other. */
        abstract boolean precedes(T other);

        final boolean isQueued() {
            return position != ABSENT;
        }

        final void moveTo(int newPosition) {
            position = newPosition;
        }

        final int position() {
            return position;
        }
    }

    int size() {
        return items.size();
    }

    boolean isEmpty() {
        return items.isEmpty();
    }

    /** All items, unordered. */
    List<T> all() {
        return List.copyOf(items);
    }

    /** The first item, if there is one. */
    T peek() {
        return items.get(0);
    }

    void add(T item) {
        items.add(item);
        rise(item, items.size() - 1);
    }

    /** Removes the first item, if there is one. */
    T poll() {
        T least = items.get(0);
        remove(least);
        return least;
    }

    /** Removes {@code item}, which is in the heap. */
    void remove(T item) {
        int hole = item.position();
        item.moveTo(ABSENT);
        T last = items.remove(items.size() - 1);
        if (last != item) {
            sink(last, hole);
            rise(last, last.position());
        }
    }

    private void rise(T item, int from) {
        int hole = from;
        while (hole > 0 && item.precedes(items.get((hole - 1) / 2))) {
            put(items.get((hole - 1) / 2), hole);
            hole = (hole - 1) / 2;
        }
        put(item, hole);
    }

    private void sink(T item, int from) {
        int hole = from;
        for (int child = 2 * hole + 1; child < items.size(); child = 2 * hole + 1) {
            if (child + 1 < items.size() && items.get(child + 1).precedes(items.get(child))) {
                child++;
            }
            if (!items.get(child).precedes(item)) {
                break;
            }
            put(items.get(child), hole);
            hole = child;
        }
        put(item, hole);
    }

    private void put(T item, int position) {
        items.set(position, item);
        item.moveTo(position);
    }
}
