package io.tiercel.prefetch;

import java.util.Arrays;

/**
 * When each block of a selection will be in memory: Trident, algorithm 4, and its counterpart for agents that read one block
 * at a time on each device.
 *
 * <p>In the paper all blocks of a device are read at once and share its bandwidth. DYRS' agents, and ours, read them one
 * after the other ({@link Sharing#ONE_AT_A_TIME}): the last is ready at the same time, all others sooner.
 */
final class PrefetchModel {
    private final Job job;
    private final Sharing sharing;
    /** Within a device blocks are finished in this order. */
    private final int[] order;

    /** Per device, reused from call to call: blocks not yet finished, length reached, time reached. */
    private final int[] left;

    private final double[] reached;
    private final double[] time;

    /**
     * @param neededAt per block: when its first task would start without prefetching; of blocks read one at a time the one
     *     that is needed first goes first, which leaves the fewest late
     */
    PrefetchModel(Job job, Sharing sharing, double[] neededAt) {
        this.job = job;
        this.sharing = sharing;
        this.order = sharing == Sharing.EQUAL_SHARES
                ? Orders.by(job.blocks(), b -> job.blockBytes[b])
                : Orders.by(job.blocks(), b -> neededAt[b]);
        this.left = new int[job.deviceRate.length];
        this.reached = new double[job.deviceRate.length];
        this.time = new double[job.deviceRate.length];
    }

    /**
     * Fills {@code readyAt} for all blocks: those selected as modelled, the others as they come in by themselves or not at all.
     *
     * @param source per block: the device that it is prefetched from, or -1
     */
    void run(int[] source, double[] readyAt) {
        System.arraycopy(job.blockReady, 0, readyAt, 0, readyAt.length);
        Arrays.fill(left, 0);
        Arrays.fill(reached, 0);
        Arrays.fill(time, 0);
        for (int device : source) {
            if (device >= 0) {
                left[device]++;
            }
        }
        for (int block : order) {
            int device = source[block];
            if (device < 0) {
                continue;
            }
            double seconds;
            if (sharing == Sharing.EQUAL_SHARES) {
                seconds = left[device] * (job.blockBytes[block] - reached[device]) / job.deviceRate[device];
                reached[device] = job.blockBytes[block];
                left[device]--;
            } else {
                seconds = job.blockBytes[block] / job.deviceRate[device];
            }
            time[device] += seconds;
            readyAt[block] = job.times.cacheInitSeconds() + job.deviceBusy[device] + time[device];
        }
    }
}
