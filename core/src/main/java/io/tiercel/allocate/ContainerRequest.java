package io.tiercel.allocate;

import io.tiercel.model.Preconditions;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * A request of an application at one place; all requests of a call want the same resources for each container.
 *
 * @param scope of {@code place}
 * @param place index of the node or rack; 0 for anywhere
 * @param scores how many of its containers have which tier preference score (Trident, section 3.2), ascending: score, at least 0,
 *     to a count of at least 0
 */
public record ContainerRequest(Scope scope, int place, Map<Double, Integer> scores) {
    public enum Scope {
        NODE,
        RACK,
        /** Anywhere: the application's whole need. */
        ANY
    }

    public ContainerRequest {
        Preconditions.index("place", place);
        scores.forEach((score, count) -> {
            Preconditions.nonNegative("score", score);
            Preconditions.nonNegative("count of score " + score, (long) count);
        });
        scores = Collections.unmodifiableMap(new TreeMap<>(scores));
    }

    public int containers() {
        return scores.values().stream().mapToInt(Integer::intValue).sum();
    }
}
