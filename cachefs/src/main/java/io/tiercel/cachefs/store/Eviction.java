package io.tiercel.cachefs.store;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Which pages go when room is needed. */
public enum Eviction {
    /** Those that were used least recently. */
    LRU,
    /** Those that were not used since a hand last passed them. */
    SIEVE;

    /** The name under which users choose it. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static List<String> keys() {
        return Arrays.stream(values()).map(Eviction::key).toList();
    }

    /** @param key one of {@link #keys} */
    public static Eviction of(String key) {
        return valueOf(key.toUpperCase(Locale.ROOT));
    }
}
