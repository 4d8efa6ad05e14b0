package io.tiercel.spark.ui.page;

import io.tiercel.spark.event.PrefetchOutcomes;
import io.tiercel.spark.event.PrefetchOutcomes.BlockOutcome;
import io.tiercel.spark.event.PrefetchPlanned;
import io.tiercel.spark.event.PrefetchPlanned.PlannedBlock;
import io.tiercel.spark.event.TiercelEvent;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * A block of a plan with its outcome.
 *
 * @param outcome null if it was not requested, or is unknown
 * @param over whether the stage is over
 */
record BlockRow(PlannedBlock plan, @Nullable BlockOutcome outcome, boolean over) {
    static List<BlockRow> of(PrefetchPlanned plan, @Nullable PrefetchOutcomes outcomes) {
        Map<String, BlockOutcome> byBlock = new HashMap<>();
        boolean over = outcomes != null && outcomes.over();
        if (outcomes != null) {
            outcomes.blocks().forEach(each -> byBlock.put(each.block(), each));
        }
        return plan.blocks().stream()
                .map(block -> new BlockRow(block, byBlock.get(block.block()), over))
                .toList();
    }

    long arrivedMillis() {
        return outcome == null ? TiercelEvent.NEVER : outcome.arrivedMillis();
    }

    /** When its prefetch ended: it arrived, or its first task started without it. */
    long doneMillis() {
        return isLate() ? startedMillis() : arrivedMillis();
    }

    private boolean isLate() {
        return outcome != null && outcome.startedMillis() != TiercelEvent.NEVER && !outcome.used();
    }

    long startedMillis() {
        return outcome == null ? TiercelEvent.NEVER : outcome.startedMillis();
    }

    /** The last time on its time line. */
    long lastMillis() {
        return LongStream.of(
                        plan.taken() ? plan.readyMillis() : 0, plan.neededMillis(), arrivedMillis(), startedMillis())
                .max()
                .orElse(0);
    }

    /** Its outcome in words. */
    String result() {
        if (outcome == null) {
            return plan.taken() ? "not asked for" : "";
        }
        if (outcome.startedMillis() == TiercelEvent.NEVER) {
            return over ? "not read" : "waits";
        }
        return isLate() ? "late" : "in time";
    }
}
