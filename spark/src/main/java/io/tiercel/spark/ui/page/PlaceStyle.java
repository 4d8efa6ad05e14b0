package io.tiercel.spark.ui.page;

import java.util.Arrays;

/**
 * How the places that tasks read from look: from near (green) over the node's devices (blue) to far (orange, red), in colours that
 * those who do not see red or green can tell apart.
 */
enum PlaceStyle {
    PROCESS("Process", "#00441b"),
    MEMORY("Memory", "#41ab5d"),
    SSD("SSD", "#9ecae1"),
    HDD("HDD", "#3f7fbf"),
    RACK("Rack", "#fdb863"),
    REMOTE("Remote", "#d7301f"),
    UNKNOWN("Unknown", "#b5b5b5");

    private final String label;
    private final String colour;

    PlaceStyle(String label, String colour) {
        this.label = label;
        this.colour = colour;
    }

    /** That of a series; one that a later version may name is unknown. */
    static PlaceStyle of(String name) {
        return Arrays.stream(values())
                .filter(place -> place.name().equals(name))
                .findFirst()
                .orElse(UNKNOWN);
    }

    String label() {
        return label;
    }

    String colour() {
        return colour;
    }
}
