package io.tiercel.prefetch.model;

import io.tiercel.struct.IndexSort;

/**
 * When each block of a selection will be in memory: Trident, algorithm 4, and its counterpart for agents that read one block at a
 * time on each device.
 *
 * <p>In the paper all blocks of a device are read at once and share its bandwidth. DYRS' agents, and ours, read them in turn
 * ({@link Sharing#ONE_AT_A_TIME}): the last is ready at the same time, all others sooner.
 */
public final class PrefetchModel {
    private static final int FIELDS = 3;
    private static final int START = 0;
    private static final int RATE = 1;
    private static final int TIME = 2;

    private final IndexedJob job;
    private final Sharing sharing;
    /** Within a device blocks are finished in this order. */
    private final int[] order;

    /** Side by side for each device: when it starts, bytes/s, and how long it has worked so far. */
    private final double[] devices;

    /**
     * @param neededAt per block: when its first task would start without prefetching. Blocks read one at a time go in this
     *     order, which leaves the fewest late
     */
    public PrefetchModel(IndexedJob job, Sharing sharing, double[] neededAt) {
        this.job = job;
        this.sharing = sharing;
        this.order = sharing == Sharing.EQUAL_SHARES
                ? IndexSort.by(job.blocks(), b -> job.blockBytes[b])
                : IndexSort.by(job.blocks(), b -> neededAt[b]);
        this.devices = new double[FIELDS * job.deviceRate.length];
        for (int d = 0; d < job.deviceRate.length; d++) {
            devices[FIELDS * d + START] = job.times.cacheInitSeconds() + job.deviceBusy[d];
            devices[FIELDS * d + RATE] = job.deviceRate[d];
        }
    }

    /** Fills {@code readyAt} for all blocks: modelled for those that {@code source} brings in, as known for the others. */
    public void run(int[] source, double[] readyAt) {
        System.arraycopy(job.blockReady, 0, readyAt, 0, readyAt.length);
        for (int d = 0; d < job.deviceRate.length; d++) {
            devices[FIELDS * d + TIME] = 0;
        }
        if (sharing == Sharing.EQUAL_SHARES) {
            shared(source, readyAt);
        } else {
            oneAtATime(source, readyAt);
        }
    }

    private void oneAtATime(int[] source, double[] readyAt) {
        for (int block : order) {
            if (source[block] >= 0) {
                int device = FIELDS * source[block];
                devices[device + TIME] += job.blockBytes[block] / devices[device + RATE];
                readyAt[block] = devices[device + START] + devices[device + TIME];
            }
        }
    }

    private void shared(int[] source, double[] readyAt) {
        int[] left = new int[job.deviceRate.length];
        double[] reached = new double[left.length];
        for (int device : source) {
            if (device >= 0) {
                left[device]++;
            }
        }
        for (int block : order) {
            int device = source[block];
            if (device >= 0) {
                long bytes = job.blockBytes[block];
                devices[FIELDS * device + TIME] +=
                        left[device]-- * (bytes - reached[device]) / devices[FIELDS * device + RATE];
                reached[device] = bytes;
                readyAt[block] = devices[FIELDS * device + START] + devices[FIELDS * device + TIME];
            }
        }
    }
}
