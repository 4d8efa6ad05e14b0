package io.tiercel.sim.scenario;

import java.util.Locale;
import java.util.OptionalDouble;

/** Sizes and rates as scenario files have them, for whoever takes them elsewhere. */
public final class Units {
    private static final String[] NAMES = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};

    private Units() {}

    /** Bytes of a text such as {@code 4 GiB}; empty if it is none. */
    public static OptionalDouble size(String text) {
        return QuantityParser.size(text.strip());
    }

    /** Bytes a second of a text such as {@code 160 MB/s}; empty if it is none. */
    public static OptionalDouble rate(String text) {
        return QuantityParser.rate(text.strip());
    }

    /** A size in the largest unit of which there is one. */
    public static String text(long bytes) {
        double value = bytes;
        int unit = 0;
        while (value >= 1024 && unit < NAMES.length - 1) {
            value /= 1024;
            unit++;
        }
        return String.format(Locale.ROOT, unit == 0 || value >= 100 ? "%.0f %s" : "%.1f %s", value, NAMES[unit]);
    }
}
