package io.tiercel.sim.storage;

import io.tiercel.model.BlockUse;
import io.tiercel.model.Residency;
import io.tiercel.model.Tier;
import io.tiercel.sim.cluster.Device;
import io.tiercel.sim.engine.Cancellable;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One copy of a block, and where it lies now. */
public final class StoredReplica {
    private static final Residency ARRIVING = new Residency(0, true);

    private final StoredBlock block;
    /** Always on the same node. */
    private Device device;

    private long reads;
    private long lastUse;
    private int users;
    private @Nullable MemoryCopy copy;
    private long cachedPart;
    /** Those who wait for a copy that comes from shared storage; null if it is there. */
    private @Nullable List<Runnable> awaiting;

    /** Neighbours in the list of {@link MemoryTier}. Fields, since looking them up in a map of this size dominated a run. */
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

    public int node() {
        return device.node();
    }

    public boolean isThere() {
        return device.isThere();
    }

    public boolean isListed() {
        return device.isListed();
    }

    public Device device() {
        return device;
    }

    public Tier tier() {
        return device.tier();
    }

    /** The tier from which it is read: memory while a copy is there, else its device's. */
    public Tier readTier() {
        return readFrom().tier();
    }

    public Device readFrom() {
        MemoryCopy there = copy;
        return there != null && there.isIn() ? there.memory() : device;
    }

    /** How much of it is in its node's memory, beside its device. */
    Residency residency() {
        MemoryCopy there = copy;
        if (there == null) {
            return awaiting == null ? Residency.NONE : ARRIVING;
        }
        return there.isIn() ? Residency.FULL : ARRIVING;
    }

    /** Whether it is on its way from shared storage. */
    boolean isArriving() {
        return awaiting != null;
    }

    void arrives() {
        awaiting = new ArrayList<>();
    }

    void hasArrived() {
        List<Runnable> waited = Objects.requireNonNull(awaiting, "a copy that is on its way");
        awaiting = null;
        block.changed();
        waited.forEach(Runnable::run);
    }

    /** Runs {@code then} once the copy is there. */
    Cancellable whenArrived(Runnable then) {
        List<Runnable> waiting = Objects.requireNonNull(awaiting, "a copy that is on its way");
        waiting.add(then);
        return () -> waiting.remove(then);
    }

    /** Its copy in memory, or on the way there. */
    public Optional<MemoryCopy> copy() {
        return Optional.ofNullable(copy);
    }

    void copyIs(@Nullable MemoryCopy other) {
        copy = other;
        block.changed();
    }

    /** Whether it lies on a device since the start, unread. */
    boolean isAsMade() {
        return reads == 0 && users == 0 && lastUse == 0 && copy == null && device.tier() != Tier.MEMORY;
    }

    /** When it was last read, or made. */
    long lastUse() {
        return lastUse;
    }

    BlockUse use() {
        return new BlockUse(block.bytes(), reads, lastUse);
    }

    /** Whether it is being read or written, and may not be evicted. */
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

    /** Keeps bytes of a copy in the page cache that was released on its way in. */
    void partIsCached(long bytes) {
        cachedPart = bytes;
    }

    /** Bytes that the next read finds in the page cache. Later reads find none. */
    long takeCachedPart() {
        MemoryCopy coming = copy;
        long part = Math.max(cachedPart, coming == null ? 0 : coming.part());
        cachedPart = 0;
        return part;
    }
}
