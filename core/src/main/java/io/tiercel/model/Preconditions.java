package io.tiercel.model;

/** Checks of record components. Each throws {@link IllegalArgumentException} with the name, what was expected and what came. */
public final class Preconditions {
    private Preconditions() {}

    public static void positive(String what, double value) {
        if (!(value > 0 && value < Double.POSITIVE_INFINITY)) {
            throw bad(what, "above 0 and finite", value);
        }
    }

    public static void nonNegative(String what, double value) {
        if (!(value >= 0 && value < Double.POSITIVE_INFINITY)) {
            throw bad(what, "at least 0 and finite", value);
        }
    }

    public static void nonNegative(String what, long value) {
        if (value < 0) {
            throw bad(what, "at least 0", value);
        }
    }

    public static void index(String what, int index) {
        if (index < 0) {
            throw bad(what, "an index of at least 0", index);
        }
    }

    public static void index(String what, int index, int size) {
        if (index < 0 || index >= size) {
            throw bad(what, "an index below " + size, index);
        }
    }

    public static void atLeast(String what, long value, long least) {
        if (value < least) {
            throw bad(what, "at least " + least, value);
        }
    }

    private static IllegalArgumentException bad(String what, String expected, Number got) {
        return new IllegalArgumentException(what + ": expected " + expected + ", got " + got);
    }
}
