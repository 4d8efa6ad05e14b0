package io.tiercel.prefetch.model;

import io.tiercel.struct.IndexSort;
import java.util.Arrays;

/** Blocks that come into memory while a job runs, by their times, in arrays: one sort for each modelled selection. */
final class BlockArrivals {
    private final int[] blocks;
    private final double[] times;
    private final int[] unsorted;
    private int size;

    BlockArrivals(int mostBlocks) {
        blocks = new int[mostBlocks];
        times = new double[mostBlocks];
        unsorted = new int[mostBlocks];
    }

    int size() {
        return size;
    }

    int block(int i) {
        return blocks[i];
    }

    double at(int i) {
        return times[i];
    }

    /** @param readyAt per block; 0 for one that is there, infinity for one that does not come */
    void fill(double[] readyAt) {
        size = 0;
        for (int b = 0; b < readyAt.length; b++) {
            if (readyAt[b] > 0 && readyAt[b] < Double.POSITIVE_INFINITY) {
                times[size] = readyAt[b];
                unsorted[size++] = b;
            }
        }
        double[] keys = Arrays.copyOf(times, size);
        int[] order = IndexSort.by(keys);
        for (int i = 0; i < size; i++) {
            blocks[i] = unsorted[order[i]];
            times[i] = keys[order[i]];
        }
    }
}
