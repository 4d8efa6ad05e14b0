package io.tiercel.sim.storage;

import io.tiercel.model.BlockUse;
import io.tiercel.model.Residency;
import io.tiercel.model.Tier;
import io.tiercel.sim.cluster.Device;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One copy of a block, where it lies now. */
public final class StoredReplica {
    private static final Residency ARRIVING = new Residency(0, true);

    private final StoredBlock block;
    /** Always of the same node. */
    private Device device;

    private long reads;
    private long lastUse;
    private int users;
    private @Nullable MemoryCopy copy;
    private long cachedPart;
    /** Those beside it in a {@link MemoryTier}; fields, since a map of so many takes longer to look up than all else. */
    @Nullable
    StoredReplica before;

    @Nullable
    StoredReplica after;

    boolean inMemoryTier;

    StoredReplica(StoredBlock block, Device device, long now) {
        this.block = block;
        this.device = device;
        this.lastUse = now;
    }

    public StoredBlock block() {
        return block;
    }

    /** The number of its node. */
    public int node() {
        return device.node();
    }

    /** Whether it can be read. */
    public boolean isThere() {
        return device.isThere();
    }

    /** Whether it is taken to be there: also from its node's failure until this is noticed. */
    public boolean isListed() {
        return device.isListed();
    }

    public Device device() {
        return device;
    }

    public Tier tier() {
        return device.tier();
    }

    /** The tier from which a reader gets it: that of its device, or memory while a copy of it is there. */
    public Tier readTier() {
        return readFrom().tier();
    }

    /** The device from which a reader gets it. */
    Device readFrom() {
        MemoryCopy there = copy;
        return there != null && there.isIn() ? there.memory() : device;
    }

    /** How much of it is in its node's memory, beside its device. */
    Residency residency() {
        MemoryCopy there = copy;
        if (there == null) {
            return Residency.NONE;
        }
        return there.isIn() ? Residency.FULL : ARRIVING;
    }

    /** Its copy in memory, or on the way there. */
    public Optional<MemoryCopy> copy() {
        return Optional.ofNullable(copy);
    }

    void copyIs(@Nullable MemoryCopy other) {
        copy = other;
        block.changed();
    }

    /** Whether it lies on a device since the start, and nobody has read it. */
    boolean isAsMade() {
        return reads == 0 && users == 0 && lastUse == 0 && copy == null && device.tier() != Tier.MEMORY;
    }

    /** When it was read last, or made. */
    long lastUse() {
        return lastUse;
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

    /** So many bytes of it are in the page cache, of a copy that has been let go on its way. */
    void partIsCached(long bytes) {
        cachedPart = bytes;
    }

    /** How many bytes a read finds there; the next one finds none. */
    long takeCachedPart() {
        MemoryCopy coming = copy;
        long part = Math.max(cachedPart, coming == null ? 0 : coming.part());
        cachedPart = 0;
        return part;
    }
}
