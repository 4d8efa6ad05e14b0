package io.tiercel.sim.cluster;

import io.tiercel.model.BlockUse;
import io.tiercel.model.Tier;

/** One copy of a block, where it lies now. */
public final class StoredReplica {
    private final StoredBlock block;
    private final int node;
    private Device device;
    private long reads;
    private long lastUse;
    private int users;

    StoredReplica(StoredBlock block, int node, Device device, long now) {
        this.block = block;
        this.node = node;
        this.device = device;
        this.lastUse = now;
    }

    public StoredBlock block() {
        return block;
    }

    /** The number of its node. */
    public int node() {
        return node;
    }

    public Device device() {
        return device;
    }

    public Tier tier() {
        return device.tier();
    }

    BlockUse use() {
        return new BlockUse(block.bytes(), reads, lastUse);
    }

    /** Whether it is being read or written, so that it may not go. */
    boolean isInUse() {
        return users > 0;
    }

    void hold() {
        users++;
    }

    void letGo() {
        users--;
    }

    void read(long now) {
        reads++;
        lastUse = now;
    }

    void moveTo(Device other) {
        device = other;
        block.changed();
    }
}
