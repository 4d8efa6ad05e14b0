package io.tiercel.transfer;

import java.util.Arrays;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A binary heap whose entries know their position, so that one whose order has changed moves without a search. Orders are numbers in the
 * entries, and the first of them also beside the heap: a comparator and its fetches would take most of the time of a large plan.
 */
final class IndexedHeap<T extends IndexedHeap.Entry> {
    /** What a heap holds; in one heap at most. Ordered by its major, then by middle, then by minor: lower first. */
    abstract static class Entry {
        private int position = -1;
        private long major;
        private final long middle;
        private final long minor;

        Entry(long major, long middle, long minor) {
            this.major = major;
            this.middle = middle;
            this.minor = minor;
        }

        final boolean isQueued() {
            return position >= 0;
        }

        /** To be followed by {@link IndexedHeap#changed}, if the entry is in a heap. */
        final void major(long value) {
            major = value;
        }

        final boolean isBefore(Entry other) {
            if (major != other.major) {
                return major < other.major;
            }
            return middle != other.middle ? middle < other.middle : minor < other.minor;
        }
    }

    private @Nullable Entry[] entries = new Entry[16];
    private long[] majors = new long[16];
    private int size;

    @Nullable
    T first() {
        return size == 0 ? null : at(0);
    }

    void add(T entry) {
        if (size == entries.length) {
            entries = Arrays.copyOf(entries, 2 * size);
            majors = Arrays.copyOf(majors, 2 * size);
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
        if (best != null && best.isBefore(entry)) {
            return best;
        }
        if (fits.test(entry)) {
            return entry;
        }
        return first(fits, 2 * position + 2, first(fits, 2 * position + 1, best));
    }

    private void up(Entry entry, int from) {
        int position = from;
        while (position > 0) {
            int parent = (position - 1) / 2;
            if (!isBefore(entry, parent)) {
                break;
            }
            place(at(parent), position);
            position = parent;
        }
        place(entry, position);
    }

    private void down(Entry entry, int from) {
        int position = from;
        for (int child = 2 * position + 1; child < size; child = 2 * position + 1) {
            if (child + 1 < size
                    && (majors[child + 1] < majors[child]
                            || majors[child + 1] == majors[child]
                                    && at(child + 1).isBefore(at(child)))) {
                child++;
            }
            if (isBefore(entry, child)) {
                break;
            }
            place(at(child), position);
            position = child;
        }
        place(entry, position);
    }

    private boolean isBefore(Entry entry, int position) {
        long major = entry.major;
        return major != majors[position] ? major < majors[position] : entry.isBefore(at(position));
    }

    private void place(Entry entry, int position) {
        entries[position] = entry;
        majors[position] = entry.major;
        entry.position = position;
    }

    @SuppressWarnings({"unchecked", "NullAway"})
    private T at(int position) {
        return (T) entries[position];
    }
}
