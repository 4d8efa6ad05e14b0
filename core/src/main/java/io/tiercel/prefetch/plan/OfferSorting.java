package io.tiercel.prefetch.plan;

import io.tiercel.prefetch.model.IndexedJob;
import io.tiercel.struct.IndexSort;
import java.util.Arrays;

/** Sorts blocks into the order in which they are offered to the selection. */
final class OfferSorting {
    private OfferSorting() {}

    static int[] of(OfferOrder order, IndexedJob job, double[] neededAt, int[] candidates) {
        return switch (order) {
            case AS_LISTED -> candidates;
            case GREATEST_SAVING -> byDecreasing(bySaving(job, byNeed(neededAt, candidates)));
            case LATEST_NEED -> byDecreasing(sorted(bySaving(job, candidates), neededAt));
        };
    }

    private static int[] byNeed(double[] neededAt, int[] blocks) {
        return sorted(blocks, neededAt);
    }

    private static int[] sorted(int[] blocks, double[] key) {
        int[] order = IndexSort.by(blocks.length, i -> key[blocks[i]]);
        return at(blocks, order);
    }

    /** By the seconds that reading it from memory saves. */
    private static int[] bySaving(IndexedJob job, int[] blocks) {
        int[] order = IndexSort.by(
                blocks.length, i -> job.blockBytes[blocks[i]] * (1 / job.baseRate[blocks[i]] - 1 / job.memoryRate));
        return at(blocks, order);
    }

    private static int[] byDecreasing(int[] blocks) {
        return IndexSort.reversed(blocks);
    }

    private static int[] at(int[] blocks, int[] order) {
        int[] result = new int[order.length];
        Arrays.setAll(result, i -> blocks[order[i]]);
        return result;
    }
}
