package io.tiercel.prefetch.plan;

import io.tiercel.prefetch.model.IndexedJob;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Selects blocks to prefetch, and their devices, such that no device has more than a given number to read (Trident, algorithm 6). A
 * block comes from its slowest tier, there from the node with the most free memory, then from the device with the fewest to read.
 * Beyond the paper: a selected block uses up room, and a node without room is no candidate.
 */
final class BlockSelection {
    private static final byte TAKEN = (byte) PrefetchReason.TAKEN.ordinal();
    private static final byte NO_ROOM = (byte) PrefetchReason.NO_ROOM.ordinal();
    private static final byte DEVICE_TAKEN = (byte) PrefetchReason.DEVICE_TAKEN.ordinal();

    private final IndexedJob job;
    private final int[] offered;

    /**
     * Candidates for the i-th block offered: {@code devices[first[i] .. first[i + 1])}, in the order of offering, so that each
     * degree reads memory in order.
     */
    private final int[] first;

    private final int[] devices;
    private final int[] nodes;
    private final byte[] tiers;
    private final long[] bytes;

    private final int[] source;
    /** Ordinals of reasons: references would cost a write barrier each. */
    private final byte[] choices;

    private final long[] room;
    private final int[] perDevice;
    private boolean limited;

    /** @param offered indices of blocks, in the order in which they are offered */
    BlockSelection(IndexedJob job, int[] offered) {
        this.job = job;
        this.offered = offered;
        this.first = new int[offered.length + 1];
        for (int i = 0; i < offered.length; i++) {
            first[i + 1] = first[i] + job.firstDevice[offered[i] + 1] - job.firstDevice[offered[i]];
        }
        this.devices = new int[first[offered.length]];
        this.nodes = new int[devices.length];
        this.tiers = new byte[devices.length];
        this.bytes = new long[offered.length];
        for (int i = 0; i < offered.length; i++) {
            bytes[i] = job.blockBytes[offered[i]];
            System.arraycopy(job.devices, job.firstDevice[offered[i]], devices, first[i], first[i + 1] - first[i]);
        }
        for (int r = 0; r < devices.length; r++) {
            nodes[r] = job.deviceNode[devices[r]];
            tiers[r] = (byte) job.deviceTier[devices[r]].ordinal();
        }
        this.source = new int[job.blocks()];
        this.choices = new byte[offered.length];
        this.room = new long[job.memoryFree.length];
        this.perDevice = new int[job.deviceRate.length];
    }

    boolean isEmpty() {
        return offered.length == 0;
    }

    /** Why no plan can take a block; null for blocks that can be taken. */
    static PrefetchReason[] fixed(IndexedJob job, double[] neededAt) {
        PrefetchReason[] fixed = new PrefetchReason[job.blocks()];
        for (int b = 0; b < fixed.length; b++) {
            if (job.blockReady[b] == 0) {
                fixed[b] = PrefetchReason.IN_MEMORY;
            } else if (job.blockReady[b] < Double.POSITIVE_INFINITY) {
                fixed[b] = PrefetchReason.ON_ITS_WAY;
            } else if (neededAt[b] == Double.POSITIVE_INFINITY) {
                fixed[b] = PrefetchReason.NOT_READ;
            } else if (job.blockBytes[b] == 0) {
                fixed[b] = PrefetchReason.EMPTY;
            } else if (job.firstDevice[b] == job.firstDevice[b + 1]) {
                fixed[b] = PrefetchReason.NO_REPLICA;
            } else if (job.baseRate[b] >= job.memoryRate) {
                fixed[b] = PrefetchReason.FAST_ENOUGH;
            } else if (!hasRoom(job, b)) {
                fixed[b] = PrefetchReason.NO_ROOM;
            }
        }
        return fixed;
    }

    /** The reasons of a plan that takes nothing. @param fixed of {@link #fixed} */
    static PrefetchReason[] noGain(@Nullable PrefetchReason[] fixed) {
        PrefetchReason[] all = new PrefetchReason[fixed.length];
        for (int b = 0; b < all.length; b++) {
            PrefetchReason reason = fixed[b];
            all[b] = reason == null ? PrefetchReason.NO_GAIN : reason;
        }
        return all;
    }

    /** The blocks that can be taken: those without a reason in {@link #fixed}. */
    static int[] offered(@Nullable PrefetchReason[] fixed) {
        return IntStream.range(0, fixed.length).filter(b -> fixed[b] == null).toArray();
    }

    /** Whether a node with a replica has room for the block before anything is prefetched. */
    private static boolean hasRoom(IndexedJob job, int block) {
        return IntStream.range(job.firstDevice[block], job.firstDevice[block + 1])
                .anyMatch(r -> job.memoryFree[job.deviceNode[job.devices[r]]] >= job.blockBytes[block]);
    }

    /** Selects at most {@code degree} blocks per device, and says how many. */
    int select(int degree) {
        System.arraycopy(job.memoryFree, 0, room, 0, room.length);
        Arrays.fill(perDevice, 0);
        Arrays.fill(source, -1);
        limited = false;
        int selected = 0;
        for (int i = 0; i < offered.length; i++) {
            int best = best(i);
            if (best < 0) {
                choices[i] = NO_ROOM;
            } else if (perDevice[devices[best]] >= degree) {
                choices[i] = DEVICE_TAKEN;
                limited = true;
            } else {
                choices[i] = TAKEN;
                source[offered[i]] = devices[best];
                perDevice[devices[best]]++;
                room[nodes[best]] -= bytes[i];
                selected++;
            }
        }
        return selected;
    }

    private int best(int i) {
        int best = -1;
        for (int r = first[i]; r < first[i + 1]; r++) {
            if (room[nodes[r]] >= bytes[i] && (best < 0 || better(r, best))) {
                best = r;
            }
        }
        return best;
    }

    private boolean better(int replica, int than) {
        if (tiers[replica] != tiers[than]) {
            return tiers[replica] > tiers[than];
        }
        long more = room[nodes[replica]] - room[nodes[than]];
        if (more != 0) {
            return more > 0;
        }
        return perDevice[devices[replica]] < perDevice[devices[than]];
    }

    /** Per block: the device of the last selection, or -1. Valid until the next. */
    int[] source() {
        return source;
    }

    /** Writes the last selection's reason for each offered block. */
    void explain(PrefetchReason[] perBlock) {
        PrefetchReason[] all = PrefetchReason.values();
        for (int i = 0; i < offered.length; i++) {
            perBlock[offered[i]] = all[choices[i]];
        }
    }

    /** Whether the degree of the last selection kept any block out. */
    boolean limited() {
        return limited;
    }
}
