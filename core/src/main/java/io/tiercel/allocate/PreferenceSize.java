package io.tiercel.allocate;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tiercel.allocate.AttemptPreferences.Ask;
import java.util.Map;
import java.util.Optional;

/**
 * How much one application may say. The coordinator checks it, and the ResourceManager checks it again.
 */
public final class PreferenceSize {
    public static final int MOST_SCORES = 16;
    public static final int MOST_ASKS = 64;
    public static final int MOST_PLACES = 4_096;

    /** Longest id of an application, and longest name of a host or rack. */
    public static final int MOST_CHARACTERS = 255;

    static final int MOST_BYTES = 1 << 20;

    /** Most bytes of all applications together. */
    public static final int MOST_BYTES_TOGETHER = 16 << 20;

    /** Upper bounds of what a message needs for a score, a place and an ask, beside text. */
    private static final int BYTES_OF_SCORE = 18;

    private static final int BYTES_OF_PLACE = 12;
    private static final int BYTES_OF_ASK = 32;

    private PreferenceSize() {}

    /** Says in one line which bound the preferences exceed; empty if none. */
    public static Optional<String> excess(AttemptPreferences preferences) {
        if (preferences.asks().size() > MOST_ASKS) {
            return tooMany("asks", MOST_ASKS, preferences, preferences.asks().size());
        }
        int places =
                preferences.asks().stream().mapToInt(ask -> ask.scores().size()).sum();
        if (places > MOST_PLACES) {
            return tooMany("places", MOST_PLACES, preferences, places);
        }
        int scores = preferences.asks().stream()
                .flatMap(ask -> ask.scores().values().stream())
                .mapToInt(Map::size)
                .max()
                .orElse(0);
        if (scores > MOST_SCORES) {
            return tooMany("scores at a place", MOST_SCORES, preferences, scores);
        }
        long bytes = bytes(preferences);
        return bytes > MOST_BYTES ? tooMany("bytes", MOST_BYTES, preferences, bytes) : Optional.empty();
    }

    private static Optional<String> tooMany(String what, int most, AttemptPreferences preferences, long found) {
        return Optional.of("preferences: expected at most " + most + " " + what + " of " + preferences.application()
                + ", got " + found);
    }

    /** At least what they need in a message, in bytes, and close to it. */
    public static long bytes(AttemptPreferences preferences) {
        return BYTES_OF_ASK
                + utf8(preferences.application())
                + preferences.asks().stream().mapToLong(PreferenceSize::bytes).sum();
    }

    private static long bytes(Ask ask) {
        long bytes = BYTES_OF_ASK;
        for (Map.Entry<String, Map<Double, Integer>> entry : ask.scores().entrySet()) {
            bytes += BYTES_OF_PLACE
                    + utf8(entry.getKey())
                    + (long) BYTES_OF_SCORE * entry.getValue().size();
        }
        return bytes;
    }

    static long utf8(String text) {
        return text.getBytes(UTF_8).length;
    }
}
