package io.tiercel.config;

import java.time.Duration;

/** Values as people write them. */
final class UnitText {
    private static final String[] BYTE_UNITS = {"", "k", "m", "g", "t"};

    private UnitText() {}

    static String of(Duration duration) {
        long millis = duration.toMillis();
        if (millis % 3_600_000 == 0 && millis > 0) {
            return millis / 3_600_000 + "h";
        }
        if (millis % 60_000 == 0 && millis > 0) {
            return millis / 60_000 + "min";
        }
        return millis % 1_000 == 0 && millis > 0 ? millis / 1_000 + "s" : millis + "ms";
    }

    static String ofBytes(long bytes) {
        int unit = 0;
        long rest = bytes;
        while (unit + 1 < BYTE_UNITS.length && rest > 0 && rest % 1024 == 0) {
            rest /= 1024;
            unit++;
        }
        return rest + BYTE_UNITS[unit];
    }
}
