package io.tiercel.hdfs;

import java.util.List;
import java.util.stream.IntStream;

/** Parts of a list that go into one call each. */
public final class Batches {
    /** The most files that HDFS takes in one call by default. */
    public static final int FILES_PER_CALL = 100;

    private Batches() {}

    /** Parts of {@link #FILES_PER_CALL} entries, the last one of the rest. */
    public static <T> List<List<T>> of(List<T> all) {
        return of(all, FILES_PER_CALL);
    }

    /** Parts of {@code size} entries, the last one of the rest. */
    public static <T> List<List<T>> of(List<T> all, int size) {
        return IntStream.iterate(0, from -> from < all.size(), from -> from + size)
                .mapToObj(from -> all.subList(from, Math.min(from + size, all.size())))
                .toList();
    }
}
