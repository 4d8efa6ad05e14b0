package io.tiercel.cli.memory;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** Durations as people read them. */
final class Durations {
    private Durations() {}

    /** Whole seconds: 1h2m3s. */
    static String of(long millis) {
        return Duration.ofMillis(millis)
                .truncatedTo(ChronoUnit.SECONDS)
                .toString()
                .substring(2)
                .toLowerCase(Locale.ROOT);
    }
}
