package io.tiercel.cli.text;

import java.util.Locale;

/** Sizes as people read them. */
public final class SizeFormat {
    private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};

    private SizeFormat() {}

    /** Three digits at least, in the largest unit of which there is one: 1.50 GiB. */
    public static String of(long bytes) {
        double value = bytes;
        int unit = 0;
        while (value >= 1024 && unit < UNITS.length - 1) {
            value /= 1024;
            unit++;
        }
        int decimals = unit == 0 || value >= 100 ? 0 : value >= 10 ? 1 : 2;
        return String.format(Locale.ROOT, "%." + decimals + "f %s", value, UNITS[unit]);
    }

    /** Whole percent, rounded down, so that 100% means all of it; 100 of nothing. */
    public static long percent(long part, long whole) {
        return whole == 0 ? 100 : (long) Math.floor(100.0 * part / whole);
    }
}
