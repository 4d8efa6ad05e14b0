package io.tiercel.migrate.bind;

import java.util.Arrays;

/** Short runs of ints in one array, recycled by their length, so that a million replica lists are not a million objects. */
public final class ReplicaPool {
    private int[] values = new int[256];
    private int used;

    /** By length: the first free run of it, -1 if none; the next one is written in its first place. */
    private int[] free = {-1, -1, -1, -1};

    /** Stores {@code run}, which is not empty, and says where. */
    int add(int[] run) {
        int length = run.length;
        int at;
        if (length < free.length && free[length] >= 0) {
            at = free[length];
            free[length] = values[at];
        } else {
            at = used;
            used += length;
            if (used > values.length) {
                values = Arrays.copyOf(values, Math.max(used, 2 * values.length));
            }
        }
        System.arraycopy(run, 0, values, at, length);
        return at;
    }

    void remove(int at, int length) {
        if (length >= free.length) {
            int before = free.length;
            free = Arrays.copyOf(free, length + 1);
            Arrays.fill(free, before, free.length, -1);
        }
        values[at] = free[length];
        free[length] = at;
    }

    /** Until the next {@link #add}. */
    public int[] values() {
        return values;
    }

    /** Every run lies below. */
    int end() {
        return used;
    }
}
