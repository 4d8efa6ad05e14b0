package io.tiercel.config;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * All keys under one prefix. Reading checks every key under that prefix: an unknown one fails, with the nearest known key
 * suggested.
 *
 * @param prefix with its final dot: {@code spark.tiercel.}
 * @param keys in the order of their declaration
 */
public record KeySet(String prefix, List<Key<?>> keys) {
    /** A suggestion further away than this many edits would puzzle more than help. */
    private static final int FARTHEST_SUGGESTION = 6;

    public KeySet {
        keys = List.copyOf(keys);
        for (Key<?> key : keys) {
            if (!key.name().startsWith(prefix)) {
                throw new IllegalArgumentException(key + ": expected a name under " + prefix);
            }
        }
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
        String hint = EditDistance.nearest(name, keys.stream().map(Key::name), FARTHEST_SUGGESTION)
                .map(near -> "; did you mean " + near + "?")
                .orElse("");
        throw new ConfigException(Excerpt.of(name) + ": no such key under " + prefix + hint);
    }
}
