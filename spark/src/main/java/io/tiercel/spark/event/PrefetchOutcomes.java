package io.tiercel.spark.event;

import io.tiercel.prefetch.PrefetchOutcome;
import io.tiercel.prefetch.PrefetchTotals;
import java.util.List;

/**
 * The outcome of a plan, so far or in the end. Times count from the submission of the stage or the query.
 *
 * @param stage the stage's id; {@link PrefetchPlanned#stageOfQuery} for a query's plan
 * @param attempt the stage's attempt, from 0
 * @param over whether the stage is over; while it runs each event replaces the one before
 * @param outcome blocks and times; empty when an event of version 1 is read, which lists them itself
 * @param happened how many blocks were {@link PrefetchPlanned#READY} and {@link PrefetchPlanned#NEEDED}, over time
 * @param blocks requested blocks in the order of need, up to a bound
 */
public record PrefetchOutcomes(
        int version,
        int stage,
        int attempt,
        boolean over,
        PrefetchOutcome outcome,
        TimeSeries happened,
        List<BlockOutcome> blocks)
        implements TiercelEvent {
    /**
     * The outcome of one block.
     *
     * @param arrivedMillis when it was reported in memory
     * @param startedMillis when the first task that reads it was launched
     * @param used whether it was in memory then
     */
    public record BlockOutcome(String block, long arrivedMillis, long startedMillis, boolean used) {}

    private static final PrefetchOutcome NONE =
            new PrefetchOutcome(0, 0, 0, 0, 0, 0, 0, 0, Double.NaN, Double.NaN, Double.NaN, Double.NaN, 1, 1);

    public PrefetchOutcomes {
        outcome = outcome == null ? NONE : outcome;
        blocks = List.copyOf(blocks);
    }

    /** Blocks and gains. A query has no gain, since its plan covers its scans only; a running stage has only a predicted one. */
    public PrefetchTotals totals() {
        PrefetchTotals all = PrefetchTotals.of(outcome);
        if (PrefetchPlanned.isQuery(stage)) {
            return all.withoutGain();
        }
        return over
                ? all
                : new PrefetchTotals(
                        all.taken(), all.used(), all.late(), all.unread(), all.bytes(), all.predictedGainSeconds(), 0);
    }

    /** Only the final outcome is worth a line of the event log. */
    @Override
    public boolean logEvent() {
        return over;
    }
}
