package io.tiercel.prefetch;

import java.util.Arrays;

/**
 * Which blocks to prefetch, and from which device, so that no device has more than a given number to read: Trident,
 * algorithm 6. A block comes from its slowest tier, there from the node with the most memory left; of equal ones from the
 * device with the fewest to read. Beyond the paper: room that a selected block takes is gone for the next, and a node without
 * room for a block is no candidate.
 */
final class Selection {
    private final Job job;
    private final int[] source;
    private final Choice[] choices;
    private final long[] room;
    private final int[] perDevice;

    Selection(Job job) {
        this.job = job;
        this.source = new int[job.blocks()];
        this.choices = new Choice[job.blocks()];
        this.room = new long[job.memoryFree.length];
        this.perDevice = new int[job.deviceRate.length];
    }

    /** Why blocks that no plan could take cannot be taken; null for the others. */
    static Choice[] fixed(Job job, double[] neededAt) {
        Choice[] fixed = new Choice[job.blocks()];
        for (int b = 0; b < fixed.length; b++) {
            if (job.blockReady[b] == 0) {
                fixed[b] = Choice.IN_MEMORY;
            } else if (job.blockReady[b] < Double.POSITIVE_INFINITY) {
                fixed[b] = Choice.ON_ITS_WAY;
            } else if (neededAt[b] == Double.POSITIVE_INFINITY) {
                fixed[b] = Choice.NOT_READ;
            } else if (job.blockBytes[b] == 0) {
                fixed[b] = Choice.EMPTY;
            } else if (job.firstDevice[b] == job.firstDevice[b + 1]) {
                fixed[b] = Choice.NO_REPLICA;
            } else if (job.baseRate[b] >= job.memoryRate) {
                fixed[b] = Choice.FAST_ENOUGH;
            }
        }
        return fixed;
    }

    /**
     * Selects in the order of {@code offered}, indices of blocks.
     *
     * @return how many were selected
     */
    int select(int[] offered, int degree) {
        System.arraycopy(job.memoryFree, 0, room, 0, room.length);
        Arrays.fill(perDevice, 0);
        Arrays.fill(source, -1);
        int selected = 0;
        for (int block : offered) {
            int device = best(block);
            if (device < 0) {
                choices[block] = Choice.NO_ROOM;
            } else if (perDevice[device] >= degree) {
                choices[block] = Choice.DEVICE_TAKEN;
            } else {
                choices[block] = Choice.TAKEN;
                source[block] = device;
                perDevice[device]++;
                room[job.deviceNode[device]] -= job.blockBytes[block];
                selected++;
            }
        }
        return selected;
    }

    private int best(int block) {
        int best = -1;
        for (int i = job.firstDevice[block]; i < job.firstDevice[block + 1]; i++) {
            int device = job.devices[i];
            if (room[job.deviceNode[device]] >= job.blockBytes[block] && (best < 0 || better(device, best))) {
                best = device;
            }
        }
        return best;
    }

    private boolean better(int device, int than) {
        int tier = job.deviceTier[device].compareTo(job.deviceTier[than]);
        if (tier != 0) {
            return tier > 0;
        }
        long more = room[job.deviceNode[device]] - room[job.deviceNode[than]];
        if (more != 0) {
            return more > 0;
        }
        return perDevice[device] < perDevice[than];
    }

    /** Per block: the device of the last selection, or -1. Valid until the next. */
    int[] source() {
        return source;
    }

    /** Per offered block: what the last selection made of it. Valid until the next. */
    Choice[] choices() {
        return choices;
    }

    /** Whether the degree kept any block out. */
    boolean limited(int[] offered) {
        for (int block : offered) {
            if (choices[block] == Choice.DEVICE_TAKEN) {
                return true;
            }
        }
        return false;
    }
}
