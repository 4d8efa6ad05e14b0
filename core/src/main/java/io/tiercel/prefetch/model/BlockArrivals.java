package io.tiercel.prefetch.model;

import io.tiercel.struct.IndexSort;
import java.util.Arrays;

/**
 * Blocks that come into memory while a job runs, by when they do. Times and blocks lie side by side and are put in order by
 * buckets of equal width, since this is done once for each selection that is modelled; blocks that arrive at once have no order.
 */
final class BlockArrivals {
    /** Up to here insertion sorts a bucket well enough. */
    private static final int FEW = 32;

    private final int[] blocks;
    private final double[] times;
    private final int[] ends;
    /** The same as they come, before they are in order. */
    private final int[] someBlocks;

    private final double[] someTimes;
    private int size;

    BlockArrivals(int mostBlocks) {
        blocks = new int[mostBlocks];
        times = new double[mostBlocks];
        ends = new int[mostBlocks + 1];
        someBlocks = new int[mostBlocks];
        someTimes = new double[mostBlocks];
    }

    int size() {
        return size;
    }

    /** The i-th to arrive. */
    int block(int i) {
        return blocks[i];
    }

    /** When the i-th arrives. */
    double at(int i) {
        return times[i];
    }

    /** @param readyAt per block; 0 for one that is there, infinity for one that does not come */
    void fill(double[] readyAt) {
        size = 0;
        double first = Double.POSITIVE_INFINITY;
        double last = 0;
        for (int b = 0; b < readyAt.length; b++) {
            double at = readyAt[b];
            if (at > 0 && at < Double.POSITIVE_INFINITY) {
                someBlocks[size] = b;
                someTimes[size++] = at;
                first = Math.min(first, at);
                last = Math.max(last, at);
            }
        }
        double scale = last > first ? (size - 1) / (last - first) : 0;
        distribute(first, scale < Double.POSITIVE_INFINITY ? scale : 0);
        for (int bucket = 0, from = 0; bucket < size; from = ends[bucket++]) {
            sort(from, ends[bucket]);
        }
    }

    private void distribute(double first, double scale) {
        Arrays.fill(ends, 0, size + 1, 0);
        for (int i = 0; i < size; i++) {
            ends[bucket(i, first, scale) + 1]++;
        }
        for (int bucket = 0; bucket < size; bucket++) {
            ends[bucket + 1] += ends[bucket];
        }
        for (int i = 0; i < size; i++) {
            int place = ends[bucket(i, first, scale)]++;
            blocks[place] = someBlocks[i];
            times[place] = someTimes[i];
        }
    }

    private int bucket(int i, double first, double scale) {
        return (int) Math.min(size - 1, (someTimes[i] - first) * scale);
    }

    private void sort(int from, int to) {
        int i = from + 1;
        while (i < to && times[i - 1] <= times[i]) {
            i++;
        }
        if (i < to && to - from > FEW) {
            merge(from, to);
        } else {
            for (; i < to; i++) {
                insert(from, i);
            }
        }
    }

    private void insert(int from, int item) {
        double time = times[item];
        int block = blocks[item];
        int hole = item;
        while (hole > from && times[hole - 1] > time) {
            times[hole] = times[hole - 1];
            blocks[hole] = blocks[hole - 1];
            hole--;
        }
        times[hole] = time;
        blocks[hole] = block;
    }

    private void merge(int from, int to) {
        System.arraycopy(times, from, someTimes, 0, to - from);
        System.arraycopy(blocks, from, someBlocks, 0, to - from);
        int[] order = IndexSort.by(to - from, i -> someTimes[i]);
        for (int i = 0; i < order.length; i++) {
            times[from + i] = someTimes[order[i]];
            blocks[from + i] = someBlocks[order[i]];
        }
    }
}
