package io.tiercel.model;

/** What the values of this package have in common. */
public final class Preconditions {
    private Preconditions() {}

    public static void positive(String what, double value) {
        if (!(value > 0 && value < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(what + ": expected above 0 and finite, got " + value);
        }
    }

    public static void seconds(String what, double value) {
        if (!(value >= 0 && value < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(what + ": expected at least 0 and finite, got " + value);
        }
    }

    public static void index(String what, int index, int size) {
        if (index < 0 || index >= size) {
            throw new IllegalArgumentException(what + ": expected an index below " + size + ", got " + index);
        }
    }

    public static void bytes(String what, long bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException(what + ": expected at least 0, got " + bytes);
        }
    }
}
