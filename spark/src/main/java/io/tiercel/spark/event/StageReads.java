package io.tiercel.spark.event;

/**
 * Where the tasks of a stage read, so far or in the end. Places have the names of {@code io.tiercel.record.ReadPlace}.
 *
 * @param version of the event's format
 * @param stage the stage's id
 * @param attempt the stage's attempt, from 0
 * @param name the stage's name as Spark shows it
 * @param policy the policy in force
 * @param tasks how many tasks the stage has
 * @param launched how many task attempts were launched
 * @param bestHits how many of them read at their best place
 * @param over whether the stage is over; while it runs each event takes the place of the one before
 * @param possible launches by the best place that they could have read at, over time since the epoch
 * @param happened launches by the place that they read at, over time since the epoch
 */
public record StageReads(
        int version,
        int stage,
        int attempt,
        String name,
        String policy,
        int tasks,
        int launched,
        int bestHits,
        boolean over,
        TimeSeries possible,
        TimeSeries happened)
        implements TiercelEvent {
    /** Only the final event is worth a line of the event log. */
    @Override
    public boolean logEvent() {
        return over;
    }
}
