package io.tiercel.allocate;

import io.tiercel.model.Preconditions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
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
            if (count < 0) { // The text costs more than the check.
                Preconditions.nonNegative("count of score " + score, (long) count);
            }
        });
        scores = Collections.unmodifiableMap(new TreeMap<>(scores));
    }

    public int containers() {
        return scores.values().stream().mapToInt(Integer::intValue).sum();
    }

    /**
     * The request when that many of its containers are still outstanding: the cheapest were granted first. Beyond what it lists,
     * containers have its highest score, or 0 if it lists none.
     */
    public ContainerRequest outstanding(int containers) {
        if (containers == containers()) {
            return this;
        }
        TreeMap<Double, Integer> left = new TreeMap<>();
        int missing = Math.max(0, containers);
        List<Map.Entry<Double, Integer>> dearestFirst = new ArrayList<>(scores.entrySet());
        Collections.reverse(dearestFirst);
        for (Map.Entry<Double, Integer> entry : dearestFirst) {
            int taken = Math.min(missing, entry.getValue());
            missing -= taken;
            if (taken > 0) {
                left.put(entry.getKey(), taken);
            }
        }
        if (missing > 0) {
            left.merge(dearestFirst.isEmpty() ? 0.0 : dearestFirst.get(0).getKey(), missing, Integer::sum);
        }
        return new ContainerRequest(scope, place, left);
    }
}
