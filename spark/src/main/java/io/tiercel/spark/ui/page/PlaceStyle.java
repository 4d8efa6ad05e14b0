package io.tiercel.spark.ui.page;

import java.util.Arrays;

/**
 * Labels and colours of read places: memory is green, the node's devices are blue, far places orange and red. Colour-blind readers can
 * tell them apart.
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

    /** The place that a series is named for; unknown for a name of a later version. */
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
