package io.tiercel.bench.demo.report;

import java.util.List;

/**
 * Something that a scene must show, and whether it did.
 *
 * @param claim one sentence
 * @param figure the one number that decides it, as people read it
 * @param measured what was measured, one sentence
 * @param holds whether the claim does
 */
public record Verdict(String claim, String figure, String measured, boolean holds) {
    /**
     * Whether runs agree.
     *
     * @param fingerprints of their results, one for each
     */
    public static Verdict ofSameResults(List<String> fingerprints) {
        boolean identical = fingerprints.stream().distinct().count() == 1;
        return new Verdict(
                "All runs return the same result",
                identical ? "identical" : "DIFFERENT",
                fingerprints.size() + " runs, compared row by row",
                identical);
    }
}
