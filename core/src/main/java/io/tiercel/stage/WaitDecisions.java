package io.tiercel.stage;

import io.tiercel.model.Tier;
import java.util.Arrays;

/** Which tasks wait for a better slot, and since when. Times are milliseconds of the engine's monotonic clock; if it goes back all the
 * same, nobody waits. */
final class WaitDecisions {
    private static final long NOT_YET = Long.MIN_VALUE;
    private static final long NEVER_AGAIN = Long.MAX_VALUE;

    private final HoldRule rule;
    private final Tier firstTier;
    private final TaskDurations durations;
    private final long[] refusedAt;

    WaitDecisions(int tasks, HoldRule rule, Tier firstTier, TaskDurations durations) {
        this.firstTier = firstTier;
        this.rule = rule;
        this.durations = durations;
        this.refusedAt = new long[tasks];
        Arrays.fill(refusedAt, NOT_YET);
    }

    boolean isPossible() {
        return rule.capMillis() > 0 && durations.isKnown();
    }

    /**
     * Whether {@code task} should rather wait than run at {@code cost}: there is a better place, its time is not over, and
     * a slot there may be expected within what is left of it. If nothing is known of how long tasks take, it does not wait.
     */
    boolean isWorthIt(int task, int cost, StagePrices prices, BestSlots best, long now) {
        int better = best.cost(task);
        if (cost <= better || now < refusedAt[task] || !rule.covers(prices.task(task), better, firstTier)) {
            return false;
        }
        long left = deadline(task, cost, prices, best, now) - now;
        if (left <= 0) {
            return false;
        }
        double duration = durations.expectMillis(rule.readMillis(prices.bytes(task), better));
        return best.turns(task) * duration <= left; // False if the duration is not a number.
    }

    /** Until when {@code task} may wait rather than run at {@code cost}, if it is refused that now or was before. */
    long deadline(int task, int cost, StagePrices prices, BestSlots best, long now) {
        long since = refusedAt[task] == NOT_YET ? now : refusedAt[task];
        return since + rule.limitMillis(prices.bytes(task), cost, best.cost(task));
    }

    /** {@code task} waits: it has left a free slot unused. */
    void refused(int task, long now) {
        if (refusedAt[task] == NOT_YET) {
            refusedAt[task] = now;
        }
    }

    /** {@code task} runs. Should it fail, it will not wait again. */
    void launched(int task) {
        refusedAt[task] = NEVER_AGAIN;
    }
}
