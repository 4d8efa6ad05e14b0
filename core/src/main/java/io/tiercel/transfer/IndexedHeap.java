package io.tiercel.transfer;

import java.util.Arrays;
import java.util.Comparator;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A binary heap whose entries know their position, so that one whose order has changed moves without a search. */
final class IndexedHeap<T extends IndexedHeap.Entry> {
    /** What a heap holds; in one heap at most. */
    abstract static class Entry {
        private int position = -1;

        final boolean isQueued() {
            return position >= 0;
        }
    }

    private final Comparator<T> order;
    private @Nullable Entry[] entries = new Entry[16];
    private int size;

    /** @param order without ties, so that the heap's history does not show */
    IndexedHeap(Comparator<T> order) {
        this.order = order;
    }

    @Nullable
    T first() {
        return size == 0 ? null : at(0);
    }

    void add(T entry) {
        if (size == entries.length) {
            entries = Arrays.copyOf(entries, 2 * size);
        }
        up(entry, size++);
    }

    void remove(T entry) {
        int hole = ((Entry) entry).position;
        ((Entry) entry).position = -1;
        T last = at(--size);
        entries[size] = null;
        if (last != entry) {
            place(last, hole);
            changed(last);
        }
    }

    /** Moves an entry whose order has changed. */
    void changed(T entry) {
        int position = ((Entry) entry).position;
        up(entry, position);
        if (((Entry) entry).position == position) {
            down(entry, position);
        }
    }

    /** The first entry that fits. Looks at an entry only if those above it do not fit. */
    @Nullable
    T first(Predicate<T> fits) {
        return first(fits, 0, null);
    }

    private @Nullable T first(Predicate<T> fits, int position, @Nullable T best) {
        if (position >= size) {
            return best;
        }
        T entry = at(position);
        if (best != null && order.compare(best, entry) < 0) {
            return best;
        }
        if (fits.test(entry)) {
            return entry;
        }
        return first(fits, 2 * position + 2, first(fits, 2 * position + 1, best));
    }

    private void up(T entry, int from) {
        int position = from;
        while (position > 0) {
            int parent = (position - 1) / 2;
            T above = at(parent);
            if (order.compare(above, entry) <= 0) {
                break;
            }
            place(above, position);
            position = parent;
        }
        place(entry, position);
    }

    private void down(T entry, int from) {
        int position = from;
        for (int child = 2 * position + 1; child < size; child = 2 * position + 1) {
            if (child + 1 < size && order.compare(at(child + 1), at(child)) < 0) {
                child++;
            }
            T below = at(child);
            if (order.compare(entry, below) <= 0) {
                break;
            }
            place(below, position);
            position = child;
        }
        place(entry, position);
    }

    private void place(T entry, int position) {
        entries[position] = entry;
        ((Entry) entry).position = position;
    }

    @SuppressWarnings({"unchecked", "NullAway"})
    private T at(int position) {
        return (T) entries[position];
    }
}
