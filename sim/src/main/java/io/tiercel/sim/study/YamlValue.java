package io.tiercel.sim.study;

import java.util.List;
import java.util.Map;

/** What stands at one place of a YAML file. */
sealed interface YamlValue {
    /** Where it begins, from 1 on. */
    int line();

    /** What it is, for messages. */
    String kind();

    /**
     * Keys with values, in their order.
     *
     * @param entries the values by key
     */
    record Mapping(int line, Map<String, Entry> entries) implements YamlValue {
        @Override
        public String kind() {
            return "keys with values";
        }
    }

    /**
     * A key and what it leads to.
     *
     * @param line of the key
     */
    record Entry(int line, YamlValue value) {}

    /** A list. */
    record Items(int line, List<YamlValue> items) implements YamlValue {
        @Override
        public String kind() {
            return "a list";
        }
    }

    /** A single value, as it is written; empty for a key with nothing behind it. */
    record Text(int line, String text) implements YamlValue {
        @Override
        public String kind() {
            return text.isEmpty() ? "nothing" : "'" + text + "'";
        }
    }
}
