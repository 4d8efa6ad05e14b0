package io.tiercel.spark.event;

import java.util.List;

/**
 * What has come of a plan, so far or in the end. Times are from the submission of the stage, or of the query, of which all is said
 * here that is said of a stage.
 *
 * @param version that it was written by
 * @param stage the stage's id; of a query's plan {@link PrefetchPlanned#stageOfQuery}
 * @param attempt the stage's attempt, from 0
 * @param over whether the stage is over; while it runs each event takes the place of the one before
 * @param taken how many blocks were asked for
 * @param used how many of them were in memory when their first task started
 * @param late how many were not
 * @param unread how many no task has begun to read; wasted, if the stage is over
 * @param bytes of all that were asked for
 * @param millis how long the stage has run
 * @param predictedMillis how long it was expected to run under the plan
 * @param withoutMillis how long it was expected to run without prefetching
 * @param happened how many blocks were {@link PrefetchPlanned#READY} and {@link PrefetchPlanned#NEEDED}, over time
 * @param blocks those asked for, in the order of need; no more than a bound
 */
public record PrefetchOutcomes(
        int version,
        int stage,
        int attempt,
        boolean over,
        int taken,
        int used,
        int late,
        int unread,
        long bytes,
        long millis,
        long predictedMillis,
        long withoutMillis,
        TimeSeries happened,
        List<BlockOutcome> blocks)
        implements TiercelEvent {
    /**
     * What has come of one block.
     *
     * @param block its name
     * @param arrivedMillis when it was heard to be in memory
     * @param startedMillis when the first task that reads it was launched
     * @param used whether it was in memory then
     */
    public record BlockOutcome(String block, long arrivedMillis, long startedMillis, boolean used) {}

    public PrefetchOutcomes {
        blocks = List.copyOf(blocks);
    }

    /** By how much the plan was expected to shorten the stage; 0 of a query, which is more than its scans, of which the plan is. */
    public long predictedGainMillis() {
        return PrefetchPlanned.isQuery(stage) ? 0 : withoutMillis - predictedMillis;
    }

    /** By how much it ended sooner than was expected without prefetching, as good as that expectation; 0 of a query. */
    public long gainMillis() {
        return PrefetchPlanned.isQuery(stage) ? 0 : withoutMillis - millis;
    }

    /** Only what is final is worth a line of the event log. */
    @Override
    public boolean logEvent() {
        return over;
    }
}
