package io.tiercel.prefetch.model;

import io.tiercel.struct.IndexSort;
import java.util.Arrays;

/**
 * The blocks to bring in from each device, one at a time, in the order of need, after other jobs' migrations. A block whose last
 * reader has begun is given up, even while it is read (decision 0806).
 */
final class MigrationQueues {
    private static final int NONE = FluidDevices.NONE;

    private final IndexedJob job;
    private final FluidDevices devices;
    private int[] order;

    private final int[] head;
    private final int[] tail;
    private final int[] next;
    /** Device-seconds from this job's first migration to the end of this one, if none is given up. */
    private final double[] until;

    private final boolean[] givenUp;

    MigrationQueues(IndexedJob job, FluidDevices devices) {
        this.job = job;
        this.devices = devices;
        this.order = new int[0];
        head = new int[job.deviceRate.length];
        tail = new int[job.deviceRate.length];
        next = new int[job.blocks()];
        until = new double[job.blocks()];
        givenUp = new boolean[job.blocks()];
    }

    void orderBy(double[] neededAt) {
        order = IndexSort.by(job.blocks(), b -> neededAt[b]);
    }

    /** Queues at time 0 each block that {@code source} brings in from a device. */
    void fill(int[] source) {
        Arrays.fill(head, NONE);
        for (int block : order) {
            int d = source[block];
            if (d >= 0) {
                append(block, d);
            }
        }
        for (int d = 0; d < head.length; d++) {
            if (job.deviceBusy[d] > 0) {
                devices.migrate(d, FluidDevices.OTHERS, job.deviceBusy[d], 0);
            } else if (head[d] != NONE) {
                startNext(d, 0);
            }
        }
    }

    private void append(int block, int d) {
        double before = 0;
        if (head[d] == NONE) {
            head[d] = block;
        } else {
            next[tail[d]] = block;
            before = until[tail[d]];
        }
        tail[d] = block;
        next[block] = NONE;
        until[block] = before + seconds(block, d);
        givenUp[block] = false;
    }

    private double seconds(int block, int d) {
        return job.blockBytes[block] / job.deviceRate[d];
    }

    /** A device goes on with the next block that is still wanted. */
    void startNext(int d, double now) {
        int block = head[d];
        while (block != NONE && givenUp[block]) {
            block = next[block];
        }
        if (block == NONE) {
            head[d] = NONE;
            devices.migrate(d, NONE, 0, now);
        } else {
            head[d] = next[block];
            devices.migrate(d, block, seconds(block, d), now);
        }
    }

    /** Gives up a block that no waiting task reads. Returns when it would have been in memory without further reads from its device. */
    double giveUp(int block, int d, double now) {
        givenUp[block] = true;
        int current = devices.migrating(d);
        double done = (current >= 0 ? until[current] : 0) - devices.left(d, now);
        double ready = Math.max(now, job.times.cacheInitSeconds()) + Math.max(0, until[block] - done);
        if (current == block) {
            startNext(d, now);
        }
        return Math.max(ready, Math.nextUp(now));
    }
}
