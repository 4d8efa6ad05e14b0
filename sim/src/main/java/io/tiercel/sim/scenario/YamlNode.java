package io.tiercel.sim.scenario;

import java.util.List;
import java.util.Map;

/** A value of a YAML file with its line. */
sealed interface YamlNode {
    /** From 1. */
    int line();

    /** The kind of value, for messages. */
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
     * The value of a key.
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

    /** A scalar as it is written; empty for a key without a value. */
    record Text(int line, String text) implements YamlNode {
        @Override
        public String kind() {
            return text.isEmpty() ? "nothing" : "'" + text + "'";
        }
    }
}
