package io.tiercel.cli.spark;

import io.tiercel.assign.AssignmentPolicies;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A key with which an application that names our plugin leaves Spark's own scheduler in charge. */
public enum SwitchedOff {
    /** The plugin does nothing. */
    DISABLED("spark.tiercel.enabled", "false", "true", "Tiercel does nothing"),

    /** Caches and prefetching go on. */
    STOCK_POLICY("spark.tiercel.policy", "stock", AssignmentPolicies.standard().name(), "Spark places all tasks");

    private final String key;
    private final String value;
    private final String standard;
    private final String effect;

    SwitchedOff(String key, String value, String standard, String effect) {
        this.key = key;
        this.value = value;
        this.standard = standard;
        this.effect = effect;
    }

    /** @param properties of Spark's configuration */
    public static List<SwitchedOff> by(Map<String, String> properties) {
        return Stream.of(values())
                .filter(each -> each.value.equalsIgnoreCase(
                        properties.getOrDefault(each.key, "").strip()))
                .toList();
    }

    /** As {@code spark.tiercel.policy is stock}. */
    public String text() {
        return key + " is " + value;
    }

    /** As {@code Spark places all tasks}. */
    public String effect() {
        return effect;
    }

    /** The line of configuration that switches Tiercel on. */
    public String undone() {
        return key + "=" + standard;
    }
}
