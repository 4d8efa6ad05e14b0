package io.tiercel.cli.text;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** Durations as people read them. */
public final class DurationFormat {
    private DurationFormat() {}

    /** Whole seconds: 1h2m3s. */
    public static String of(long millis) {
        return Duration.ofMillis(millis)
                .truncatedTo(ChronoUnit.SECONDS)
                .toString()
                .substring(2)
                .toLowerCase(Locale.ROOT);
    }
}
