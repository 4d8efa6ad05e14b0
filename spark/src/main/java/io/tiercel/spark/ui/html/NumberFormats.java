package io.tiercel.spark.ui.html;

import io.tiercel.spark.event.TiercelEvent;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Formats numbers for people. */
public final class NumberFormats {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy/MM/dd HH:mm:ss", Locale.ROOT);
    private static final String NOTHING = "\u2013";

    private NumberFormats() {}

    /** A duration or a difference of durations, with about three digits. */
    public static String duration(long millis) {
        long size = Math.abs(millis);
        if (size < 1_000) {
            return millis + " ms";
        }
        if (size < 100_000) {
            return String.format(Locale.ROOT, "%.1f s", millis / 1e3);
        }
        return size < 6_000_000
                ? String.format(Locale.ROOT, "%.1f min", millis / 6e4)
                : String.format(Locale.ROOT, "%.1f h", millis / 3.6e6);
    }

    /** The same of a duration in seconds. */
    public static String seconds(double seconds) {
        return duration(Math.round(1000 * seconds));
    }

    /** The length of a step, as in {@code per second}. */
    public static String step(long millis) {
        if (millis == 1_000) {
            return "second";
        }
        return millis % 1_000 == 0 && millis < 120_000 ? millis / 1_000 + " s" : duration(millis);
    }

    /** A time since a stage's submission; a dash if it never comes. */
    public static String at(long millis) {
        return millis == TiercelEvent.NEVER ? NOTHING : String.format(Locale.ROOT, "%.2f s", millis / 1e3);
    }

    public static String time(long epochMillis, ZoneId zone) {
        return TIME.format(Instant.ofEpochMilli(epochMillis).atZone(zone));
    }

    public static String count(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

    /** A share as {@code 34%}; a dash if the whole is 0. */
    public static String share(long part, long whole) {
        return whole == 0 ? NOTHING : Math.round(100.0 * part / whole) + "%";
    }

    public static String some(long count, String noun) {
        return count(count) + " " + noun + (count == 1 ? "" : "s");
    }
}
