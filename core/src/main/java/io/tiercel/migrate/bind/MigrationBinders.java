package io.tiercel.migrate.bind;

import java.util.List;

/** The binders that users may choose from. */
public final class MigrationBinders {
    private static final List<String> NAMES = List.of(LateBinder.NAME, IgnemBinder.NAME, NaiveBinder.NAME);

    private MigrationBinders() {}

    /** The names of all binders. */
    public static List<String> names() {
        return NAMES;
    }

    /**
     * A new binder of that name.
     *
     * @param seed of the random choices, for those that make any
     * @throws IllegalArgumentException if there is none, naming those that there are
     */
    public static MigrationBinder named(String name, long seed) {
        return switch (name) {
            case LateBinder.NAME -> new LateBinder();
            case IgnemBinder.NAME -> new IgnemBinder(seed);
            case NaiveBinder.NAME -> new NaiveBinder();
            default ->
                throw new IllegalArgumentException(
                        "migration binder: expected one of " + String.join(", ", NAMES) + ", got '" + name + "'");
        };
    }
}
