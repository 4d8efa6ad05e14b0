package io.tiercel.demo.report;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Something that a scene must show, and whether it did.
 *
 * @param name identifies the claim within its scene, as {@code half-lead-time}; stable from version to version
 * @param measured the value that decides the claim; null if nothing was measured
 * @param relation in which the measured value must stand to the bound
 * @param bound in the unit of the measured value
 * @param figure the measured value as people read it
 */
public record ReportClaim(
        String name,
        String claim,
        boolean holds,
        @Nullable Double measured,
        Relation relation,
        double bound,
        String figure,
        String details) {
    /** The claim that every scene with jobs makes: runs of the same job return the same rows. */
    public static final String SAME_RESULTS = "same-results";

    public enum Relation {
        AT_LEAST,
        ABOVE,
        AT_MOST,
        BELOW;

        boolean holds(double measured, double bound) {
            return switch (this) {
                case AT_LEAST -> measured >= bound;
                case ABOVE -> measured > bound;
                case AT_MOST -> measured <= bound;
                case BELOW -> measured < bound;
            };
        }
    }

    /** A claim that was measured; it holds if {@code measured} stands in {@code relation} to {@code bound}. */
    public static ReportClaim of(
            String name,
            String claim,
            double measured,
            Relation relation,
            double bound,
            String figure,
            String details) {
        return new ReportClaim(
                name, claim, relation.holds(measured, bound), measured, relation, bound, figure, details);
    }

    /** A claim about runs that did not take place; it is neither shown nor refuted. */
    public static ReportClaim notMeasured(String name, String claim, Relation relation, double bound, String why) {
        return new ReportClaim(name, claim, false, null, relation, bound, "not run", why);
    }

    /** As the terminal says it. */
    String verdict() {
        return measured == null ? "NOT RUN" : holds ? "SHOWN" : "NOT SHOWN";
    }

    /** Claims that runs of the same job return the same rows, from a fingerprint of each run's result, by job. */
    public static ReportClaim sameResults(Map<String, List<String>> fingerprints) {
        List<String> different = fingerprints.entrySet().stream()
                .filter(job -> job.getValue().stream().distinct().count() > 1)
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
        int runs = fingerprints.values().stream().mapToInt(List::size).sum();
        return of(
                SAME_RESULTS,
                "All runs of a job return the same result",
                different.size(),
                Relation.AT_MOST,
                0,
                different.isEmpty() ? "identical" : "DIFFERENT",
                different.isEmpty()
                        ? runs + " runs of " + (fingerprints.size() == 1 ? "1 job" : fingerprints.size() + " jobs")
                                + ", compared row by row"
                        : "Results differ of " + String.join(", ", different));
    }
}
