package io.tiercel.allocate;

import io.tiercel.model.Preconditions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The preferences of an application's attempt for its requests (Trident's preference maps, section 3.2).
 *
 * @param application its id, as the resource manager writes it
 * @param attempt counted from 1
 */
public record AttemptPreferences(String application, int attempt, List<Ask> asks) {
    /**
     * The preferences of one request. Resource managers know a request by its priority and number.
     *
     * @param request the number that applications may give to a request; 0 if they give none, as which numbers below count too
     * @param scores per host or rack, as the resource manager writes it: score to number of containers
     */
    public record Ask(int priority, long request, Map<String, Map<Double, Integer>> scores) {
        /** Of one score at one place: more than any cluster runs, and few enough to be added up. */
        public static final int MOST_CONTAINERS = 1_000_000;

        public Ask {
            request = Math.max(0, request);
            Map<String, Map<Double, Integer>> copy = new LinkedHashMap<>();
            scores.forEach((place, counts) -> {
                if (place.isBlank()) {
                    throw new IllegalArgumentException("place: expected a host or a rack, got none");
                }
                limit("place", place);
                counts.forEach((score, count) -> {
                    Preconditions.nonNegative("score at " + place, score);
                    Preconditions.nonNegative("containers at " + place, (long) count);
                    if (count > MOST_CONTAINERS) {
                        throw new IllegalArgumentException(
                                "containers at " + place + ": expected at most " + MOST_CONTAINERS + ", got " + count);
                    }
                });
                copy.put(place, Map.copyOf(counts));
            });
            scores = Map.copyOf(copy);
        }

        private int entries() {
            return scores.values().stream().mapToInt(Map::size).sum();
        }
    }

    public AttemptPreferences {
        if (application.isBlank()) {
            throw new IllegalArgumentException("application: expected an id, got none");
        }
        limit("application", application);
        asks = List.copyOf(asks);
        if (asks.stream().anyMatch(ask -> ask.scores().isEmpty())) {
            throw new IllegalArgumentException("asks: expected places in each, got one without");
        }
    }

    private static void limit(String what, String name) {
        if (name.length() > PreferenceSize.MOST_CHARACTERS) {
            throw new IllegalArgumentException(what + ": expected at most " + PreferenceSize.MOST_CHARACTERS
                    + " characters, got " + name.length());
        }
    }

    /** Pairs of a place and a score, which is what memory is needed for. */
    public int entries() {
        return asks.stream().mapToInt(Ask::entries).sum();
    }

    public Optional<Ask> ask(int priority, long request) {
        return asks.stream()
                .filter(ask -> ask.priority() == priority && ask.request() == Math.max(0, request))
                .findFirst();
    }
}
