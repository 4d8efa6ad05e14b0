package io.tiercel.bench.demo.report;

/**
 * Something that a scene must show, and whether it did.
 *
 * @param claim one sentence
 * @param figure the one number that decides it, as people read it
 * @param measured what was measured, one sentence
 * @param holds whether the claim does
 */
public record Verdict(String claim, String figure, String measured, boolean holds) {}
