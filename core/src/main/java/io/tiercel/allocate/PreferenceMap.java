package io.tiercel.allocate;

import java.util.Collections;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * How many containers of a request have which tier preference score (Trident, section 3.2).
 *
 * @param counts score, at least 0, to a count above 0
 */
public record PreferenceMap(NavigableMap<Double, Integer> counts) {
    public PreferenceMap {
        TreeMap<Double, Integer> copy = new TreeMap<>();
        counts.forEach((score, count) -> {
            if (!(score >= 0 && score < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException("score: expected at least 0 and finite, got " + score);
            }
            if (count < 0) {
                throw new IllegalArgumentException("count of score " + score + ": expected at least 0, got " + count);
            }
            if (count > 0) {
                copy.put(score, count);
            }
        });
        counts = Collections.unmodifiableNavigableMap(copy);
    }

    /** From any map of scores to counts. */
    public static PreferenceMap of(Map<Double, Integer> counts) {
        return new PreferenceMap(new TreeMap<>(counts));
    }

    /** How many containers it speaks of. */
    public int containers() {
        return counts.values().stream().mapToInt(Integer::intValue).sum();
    }
}
