package io.tiercel.sim.storage;

import io.tiercel.sim.cluster.Cluster;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The blocks of a first file. Unread blocks without a replica in memory are kept as device numbers until the file is first read: a day's files
 * have millions of blocks, and fewer than a million are in use at a time.
 */
public final class StoredFile {
    private final Cluster cluster;
    private final long firstId;
    private final long bytes;
    private final long blockBytes;
    private final @Nullable StoredBlock[] awake;
    /** The device numbers of each sleeping block's replicas; all blocks have equally many. */
    private int[] asleep = new int[0];

    private int replicas;

    /** @param blockBytes length of all blocks but the last */
    StoredFile(Cluster cluster, long firstId, long bytes, long blockBytes) {
        this.cluster = cluster;
        this.firstId = firstId;
        this.bytes = bytes;
        this.blockBytes = blockBytes;
        this.awake = new @Nullable StoredBlock[Math.toIntExact((bytes + blockBytes - 1) / blockBytes)];
    }

    int size() {
        return awake.length;
    }

    long firstId() {
        return firstId;
    }

    boolean has(StoredBlock block) {
        return block.id() >= firstId && block.id() < firstId + awake.length;
    }

    long bytes(int index) {
        return Math.min(blockBytes, bytes - index * blockBytes);
    }

    void add(StoredBlock block) {
        awake[index(block)] = block;
    }

    /** Keeps a block as numbers from now on, if it has not changed since it was placed. */
    void sleeps(StoredBlock block) {
        List<StoredReplica> all = block.replicas();
        int index = index(block);
        if (awake[index] != block) {
            return;
        }
        for (StoredReplica replica : all) {
            if (!replica.isAsMade()) {
                return;
            }
        }
        if (asleep.length == 0) {
            replicas = all.size();
            asleep = new int[awake.length * replicas];
        } else if (all.size() != replicas) {
            return;
        }
        for (int r = 0; r < replicas; r++) {
            asleep[index * replicas + r] = all.get(r).device().number();
        }
        awake[index] = null;
    }

    private int index(StoredBlock block) {
        return (int) (block.id() - firstId);
    }

    List<StoredBlock> blocks() {
        StoredBlock[] all = new StoredBlock[awake.length];
        for (int index = 0; index < all.length; index++) {
            StoredBlock there = awake[index];
            all[index] = there == null ? wake(index) : there;
        }
        return Arrays.asList(all);
    }

    private StoredBlock wake(int index) {
        StoredBlock block = new StoredBlock(firstId + index, bytes(index));
        for (int r = 0; r < replicas; r++) {
            block.add(new StoredReplica(block, cluster.device(asleep[index * replicas + r]), 0));
        }
        return block;
    }
}
