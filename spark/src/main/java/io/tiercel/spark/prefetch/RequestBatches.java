package io.tiercel.spark.prefetch;

import io.tiercel.prefetch.plan.PrefetchPlan;
import java.util.ArrayList;
import java.util.List;

/** Groups the blocks of a plan into few requests: blocks that are needed at about the same time go together. */
final class RequestBatches {
    /** Bounds the number of requests: each costs a call, and the coordinator orders the blocks within one. */
    private static final int MOST = 16;

    private RequestBatches() {}

    /**
     * Blocks to be requested together.
     *
     * @param neededAt when the first of them is needed, seconds from the submission
     * @param blocks indexes of the blocks, in the order of need
     */
    record Batch(double neededAt, List<Integer> blocks) {}

    /** @param chosen of the plan's blocks, in the order of need */
    static List<Batch> of(PrefetchPlan plan, List<Integer> chosen) {
        double span = plan.seconds() / MOST;
        List<Batch> batches = new ArrayList<>();
        for (int block : chosen) {
            double needed = plan.blocks().get(block).neededAt();
            Batch last = batches.isEmpty() ? null : batches.get(batches.size() - 1);
            if (last == null || needed > last.neededAt() + span) {
                last = new Batch(needed, new ArrayList<>());
                batches.add(last);
            }
            last.blocks().add(block);
        }
        return batches;
    }
}
