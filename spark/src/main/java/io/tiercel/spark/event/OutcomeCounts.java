package io.tiercel.spark.event;

import io.tiercel.spark.event.PrefetchOutcomes.BlockOutcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Notes what comes of the blocks that were asked for on behalf of one stage. Not thread-safe. */
public final class OutcomeCounts {
    private static final class Block {
        private long arrived = TiercelEvent.NEVER;
        private long started = TiercelEvent.NEVER;
        private boolean used;

        boolean isLate() {
            return started != TiercelEvent.NEVER && !used;
        }
    }

    private final Map<String, Block> blocks = new LinkedHashMap<>();
    private final TimeSeriesCounter steps =
            TimeSeriesCounter.sinceZero(List.of(PrefetchPlanned.READY, PrefetchPlanned.NEEDED));
    private long bytes;
    private int started;
    private int used;

    /** This one was asked for. */
    public void asked(String block, long length) {
        if (blocks.putIfAbsent(block, new Block()) == null) {
            bytes += length;
        }
    }

    /**
     * It was heard that a block is in memory. Blocks that were not asked for are passed over, and so is what was said before, and what
     * comes too late: what is read is in memory afterwards, whoever brought it there.
     */
    public void arrived(String block, long millis) {
        Block known = blocks.get(block);
        if (known != null && known.arrived == TiercelEvent.NEVER && !known.isLate()) {
            known.arrived = millis;
            steps.add(0, millis);
        }
    }

    /** A task that reads the block was launched. Only the first counts. */
    public void started(String block, long millis, boolean inMemory) {
        Block known = blocks.get(block);
        if (known != null && known.started == TiercelEvent.NEVER) {
            known.started = millis;
            known.used = inMemory;
            started++;
            used += inMemory ? 1 : 0;
            steps.add(1, millis);
        }
    }

    /** What has come of them by {@code millis}, against what was expected. */
    public PrefetchOutcomes outcomes(PrefetchPlanned plan, long millis, boolean over) {
        List<BlockOutcome> listed = new ArrayList<>();
        for (Map.Entry<String, Block> each : blocks.entrySet()) {
            if (listed.size() == PlanEventFactory.MOST_BLOCKS) {
                break;
            }
            Block block = each.getValue();
            listed.add(new BlockOutcome(each.getKey(), block.arrived, block.started, block.used));
        }
        return new PrefetchOutcomes(
                TiercelEvent.VERSION,
                plan.stage(),
                plan.attempt(),
                over,
                blocks.size(),
                used,
                started - used,
                blocks.size() - started,
                bytes,
                millis,
                plan.withMillis(),
                plan.withoutMillis(),
                steps.steps(),
                listed);
    }
}
