package io.tiercel.demo.prefetch;

import io.tiercel.prefetch.PrefetchOutcome;

/**
 * The plan for one stage, or for the scans of a query, and its outcome.
 *
 * @param stage the stage's id; -1 for a query
 * @param blocks of its input
 * @param inMemory of these, in memory when the plan was made
 * @param delay by which the plan holds the first tasks back, seconds
 * @param left the commonest reason for which a block was left; empty if none was
 * @param end why the search for a better plan ended
 */
record PlannedStage(
        int stage, int blocks, int inMemory, double delay, PrefetchOutcome outcome, String left, String end) {}
