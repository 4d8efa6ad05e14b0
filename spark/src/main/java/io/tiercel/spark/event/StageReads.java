package io.tiercel.spark.event;

import io.tiercel.record.StageSummary;

/**
 * Where the tasks of a stage read, so far or in the end. Places have the names of {@code io.tiercel.record.ReadPlace}. Before version 3
 * the event had no summary, but some of its values; such an event of an old event log is not shown.
 *
 * @param summary without scheduling times while the stage runs
 * @param over whether the stage is over; while it runs each event takes the place of the one before
 * @param possible launches by the best place that they could have read at, over time since the epoch
 * @param happened launches by the place that they read at, over time since the epoch
 */
public record StageReads(int version, StageSummary summary, boolean over, TimeSeries possible, TimeSeries happened)
        implements TiercelEvent {
    public boolean hasSummary() {
        return version >= 3;
    }

    /** Only the final event is worth a line of the event log. */
    @Override
    public boolean logEvent() {
        return over;
    }
}
