package io.tiercel.demo.report;

import java.util.List;
import java.util.Map;

/**
 * Something that a scene must show, and whether it did.
 *
 * @param claim one sentence
 * @param figure the one number that decides it, as people read it
 * @param measured what was measured, one sentence
 * @param holds whether the claim does
 */
public record ReportClaim(String claim, String figure, String measured, boolean holds) {
    /**
     * Whether runs agree.
     *
     * @param fingerprints of their results, one for each
     */
    public static ReportClaim ofSameResults(List<String> fingerprints) {
        boolean identical = fingerprints.stream().distinct().count() == 1;
        return new ReportClaim(
                "All runs return the same result",
                identical ? "identical" : "DIFFERENT",
                fingerprints.size() + " runs, compared row by row",
                identical);
    }

    /** A claim about what was not run: it is not shown. */
    public static ReportClaim notMeasured(String claim, String why) {
        return new ReportClaim(claim, "not run", why, false);
    }

    /**
     * Whether runs of each of several jobs agree.
     *
     * @param fingerprints of their results, one for each run, by job
     */
    public static ReportClaim ofSameResults(Map<String, List<String>> fingerprints) {
        List<String> different = fingerprints.entrySet().stream()
                .filter(job -> job.getValue().stream().distinct().count() > 1)
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
        return new ReportClaim(
                "All runs of a job return the same result",
                different.isEmpty() ? "identical" : "DIFFERENT",
                different.isEmpty()
                        ? fingerprints.values().stream().mapToInt(List::size).sum() + " runs of " + fingerprints.size()
                                + " jobs, compared row by row"
                        : "Results differ of " + String.join(", ", different),
                different.isEmpty());
    }
}
