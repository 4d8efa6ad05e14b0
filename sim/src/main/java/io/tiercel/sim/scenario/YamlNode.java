package io.tiercel.sim.scenario;

import java.util.List;
import java.util.Map;

/** What stands at one place of a YAML file. */
sealed interface YamlNode {
    /** Where it begins, from 1 on. */
    int line();

    /** What it is, for messages. */
    String kind();

    /**
     * Keys with values, in their order.
     *
     * @param entries the values by key
     */
    record Mapping(int line, Map<String, Entry> entries) implements YamlNode {
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
    record Entry(int line, YamlNode value) {}

    /** A list. */
    record Items(int line, List<YamlNode> items) implements YamlNode {
        @Override
        public String kind() {
            return "a list";
        }
    }

    /** A single value, as it is written; empty for a key with nothing behind it. */
    record Text(int line, String text) implements YamlNode {
        @Override
        public String kind() {
            return text.isEmpty() ? "nothing" : "'" + text + "'";
        }
    }
}
