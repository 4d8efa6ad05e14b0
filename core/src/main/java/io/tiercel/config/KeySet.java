package io.tiercel.config;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * All keys under one prefix. Reading checks every key under that prefix: an unknown one fails, with the nearest known key
 * suggested.
 */
public final class KeySet {
    /** A suggestion further away than this many edits would puzzle more than help. */
    private static final int FARTHEST_SUGGESTION = 6;

    private final String prefix;
    private final List<Key<?>> keys;

    /** @param prefix with its final dot: {@code spark.tiercel.} */
    public KeySet(String prefix, List<Key<?>> keys) {
        this.prefix = prefix;
        this.keys = List.copyOf(keys);
        for (Key<?> key : keys) {
            if (!key.name().startsWith(prefix)) {
                throw new IllegalArgumentException(key + ": expected a name under " + prefix);
            }
        }
    }

    public String prefix() {
        return prefix;
    }

    /** In the order of their declaration. */
    public List<Key<?>> keys() {
        return keys;
    }

    /**
     * Reads and checks every entry under the prefix; others are not looked at.
     *
     * @throws ConfigException with one line for each unknown key and each bad value, in the order of the keys' names
     */
    public Settings read(Map<String, String> entries) throws ConfigException {
        List<String> problems = new ArrayList<>();
        Map<String, Object> values = new HashMap<>();
        for (Map.Entry<String, String> entry : new TreeMap<>(entries).entrySet()) {
            if (entry.getKey().startsWith(prefix)) {
                try {
                    values.put(entry.getKey(), declaration(entry.getKey()).parse(entry.getKey(), entry.getValue()));
                } catch (ConfigException e) {
                    problems.addAll(e.problems());
                }
            }
        }
        if (!problems.isEmpty()) {
            throw new ConfigException(problems);
        }
        return new Settings(values);
    }

    private Key<?> declaration(String name) throws ConfigException {
        for (Key<?> key : keys) {
            if (key.matches(name)) {
                return key;
            }
        }
        String hint = nearest(name).map(near -> "; did you mean " + near + "?").orElse("");
        throw new ConfigException(name + ": no such key under " + prefix + hint);
    }

    private Optional<String> nearest(String name) {
        String best = null;
        int least = FARTHEST_SUGGESTION + 1;
        for (Key<?> key : keys) {
            int distance = EditDistance.between(name, key.name());
            if (distance < least) {
                least = distance;
                best = key.name();
            }
        }
        return Optional.ofNullable(best);
    }
}
