package io.tiercel.prefetch.plan;

import io.tiercel.prefetch.model.IndexedJob;
import io.tiercel.struct.IndexSort;
import java.util.Arrays;
import java.util.function.IntToDoubleFunction;

/** The order in which blocks are offered to algorithm 6. The paper leaves it open; with a low degree the first ones get in. */
public enum OfferOrder {
    /** As the problem lists them. */
    AS_LISTED,
    /** By seconds of reading saved, most first; equal ones by need, last first. */
    GREATEST_SAVING,
    /** By need, last first; equal ones by seconds saved, most first. */
    LATEST_NEED;

    int[] sort(IndexedJob job, double[] neededAt, int[] blocks) {
        IntToDoubleFunction need = b -> neededAt[b];
        IntToDoubleFunction saving = b -> job.blockBytes[b] * (1 / job.baseRate[b] - 1 / job.memoryRate);
        return switch (this) {
            case AS_LISTED -> blocks;
            case GREATEST_SAVING -> IndexSort.reversed(increasing(increasing(blocks, need), saving));
            case LATEST_NEED -> IndexSort.reversed(increasing(increasing(blocks, saving), need));
        };
    }

    private static int[] increasing(int[] blocks, IntToDoubleFunction key) {
        int[] order = IndexSort.by(blocks.length, i -> key.applyAsDouble(blocks[i]));
        Arrays.setAll(order, i -> blocks[order[i]]);
        return order;
    }
}
