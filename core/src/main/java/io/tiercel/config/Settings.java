package io.tiercel.config;

import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Values that were read and checked by {@link KeySet#read}. Immutable. */
public final class Settings {
    private final Map<String, Object> values;

    Settings(Map<String, Object> values) {
        this.values = Map.copyOf(values);
    }

    /**
     * The value of a key that has a default.
     *
     * @throws IllegalArgumentException if the key has neither a value nor a default
     */
    public <T> T get(Key<T> key) {
        return find(key)
                .or(() -> Optional.ofNullable(key.defaultText()).flatMap(key.type()::parse))
                .orElseThrow(() -> new IllegalArgumentException(key + " has no default; ask with find"));
    }

    public <T> Optional<T> find(Key<T> key) {
        return Optional.ofNullable(value(key.name()));
    }

    /** The members of a family by what stands in place of the star, sorted. */
    public <T> SortedMap<String, T> family(Key<T> key) {
        SortedMap<String, T> members = new TreeMap<>();
        for (String name : values.keySet()) {
            if (key.matches(name)) {
                members.put(name.substring(key.familyPrefix().length()), this.<T>value(name));
            }
        }
        return members;
    }

    /** The cast is safe: only the declaration that matches a name has parsed its value. */
    @SuppressWarnings("unchecked")
    private <T> T value(String name) {
        return (T) values.get(name);
    }
}
