package io.tiercel.spark.account;

import io.tiercel.record.ReadPlace;
import io.tiercel.record.StageSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Formats a stage's summary as one line of the log. */
public final class StageSummaryText {
    private StageSummaryText() {}

    /** {@code stage 3 (count at App.java:12) under trident: 40 of 42 tasks read at their best (possible …; happened …); …}. */
    public static String line(StageSummary summary) {
        String attempt = summary.attempt() == 0 ? "" : " attempt " + summary.attempt();
        return String.format(
                Locale.ROOT,
                "stage %d%s (%s) under %s: %d of %d task attempts read at their best place (possible: %s; happened:"
                        + " %s); scheduling took %s in the median of %d rounds, %s at most; slots held for %d ms",
                summary.stage(),
                attempt,
                summary.name(),
                summary.policy(),
                summary.reads().bestHits(),
                summary.reads().launched(),
                counts(summary.reads().possible()),
                counts(summary.reads().happened()),
                micros(summary.scheduling().medianMicros()),
                summary.scheduling().rounds(),
                micros(summary.scheduling().maxMicros()),
                summary.scheduling().heldMillis());
    }

    private static String counts(Map<ReadPlace, Integer> counts) {
        List<String> parts = new ArrayList<>();
        counts.forEach((place, count) -> {
            if (count > 0) {
                parts.add(place + " " + count);
            }
        });
        return parts.isEmpty() ? "none" : String.join(", ", parts);
    }

    private static String micros(long micros) {
        return micros < 1000 ? micros + " \u00b5s" : String.format(Locale.ROOT, "%.1f ms", micros / 1000.0);
    }
}
