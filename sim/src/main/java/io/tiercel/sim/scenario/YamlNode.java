package io.tiercel.sim.scenario;

import io.tiercel.config.Excerpt;
import java.util.List;
import java.util.Map;

/** A value of a YAML file with its line, from 1. */
sealed interface YamlNode {
    int line();

    /** The kind of value, for messages. */
    default String kind() {
        if (this instanceof Text scalar) {
            return scalar.text().isEmpty() ? "nothing" : "'" + Excerpt.of(scalar.text()) + "'";
        }
        return this instanceof Items ? "a list" : "keys with values";
    }

    /** Keys with values, in their order. */
    record Mapping(int line, Map<String, Entry> entries) implements YamlNode {}

    /**
     * The value of a key.
     *
     * @param line of the key
     */
    record Entry(int line, YamlNode value) {}

    /** A list. */
    record Items(int line, List<YamlNode> items) implements YamlNode {}

    /** A scalar as it is written; empty for a key without a value. */
    record Text(int line, String text) implements YamlNode {}
}
