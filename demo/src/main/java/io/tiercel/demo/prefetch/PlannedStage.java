package io.tiercel.demo.prefetch;

/**
 * What was planned for one stage, or for the scans of a query, and what came of it.
 *
 * @param stage the stage's id; -1 for a query
 * @param blocks of its input
 * @param inMemory of these, in memory when the plan was made
 * @param taken those that were asked for
 * @param used of these, in memory when their tasks started
 * @param late of these, not in memory by then
 * @param unread of these, never read
 * @param delay by which the plan holds the first tasks back, seconds
 * @param seconds from submission to end
 * @param predictedSeconds the same, by the plan
 * @param secondsWithout the same without prefetching, by the plan
 * @param prefetchedSeconds from submission until the last block that was asked for was in memory; NaN if none was
 * @param predictedPrefetchedSeconds the same, by the plan; NaN if nothing was asked for
 * @param left the commonest reason for which a block was left; empty if none was
 * @param end why the search for a better plan ended
 */
record PlannedStage(
        int stage,
        int blocks,
        int inMemory,
        int taken,
        int used,
        int late,
        int unread,
        double delay,
        double seconds,
        double predictedSeconds,
        double secondsWithout,
        double prefetchedSeconds,
        double predictedPrefetchedSeconds,
        String left,
        String end) {}
