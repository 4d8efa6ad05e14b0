package io.tiercel.migrate.ledger;

import io.tiercel.migrate.Migrations;
import io.tiercel.migrate.bind.PendingGroup;
import io.tiercel.model.BlockId;
import io.tiercel.model.BlockUse;
import org.jspecify.annotations.Nullable;

/** A block that somebody claims or that an agent holds. Its fields are written by {@link ReferenceLedger} and {@link Migrations} alone. */
public final class BlockEntry {
    public final BlockId id;
    public final long bytes;

    public BlockState state = BlockState.IDLE;

    /** Where it is bound, pinned or leaving; null otherwise. */
    @Nullable
    public DeviceEntry device;

    /** Of the pending queue, -1 otherwise. */
    private int slot = -1;

    /** Ordinals of the devices that hold a copy and have not failed at it. */
    private int[] replicas;

    private @Nullable Claim claims;

    /** Why the last agent that was asked for it does not have it; null if none has failed. */
    @Nullable
    public String failure;

    public long reads;
    public long lastUse;

    /** Of a bound block, when; of a pinned one that nobody claims, until when it is kept. Nanoseconds. */
    public long time;

    public BlockEntry(BlockId id, long bytes, int[] replicas) {
        this.id = id;
        this.bytes = bytes;
        this.replicas = replicas;
    }

    public long locked() {
        return MemoryBudget.locked(bytes);
    }

    public int slot() {
        return slot;
    }

    public void slot(int at) {
        slot = at;
    }

    public int[] replicas() {
        return replicas;
    }

    public void replicas(int[] devices) {
        replicas = devices;
    }

    public BlockUse use() {
        return new BlockUse(bytes, reads, lastUse);
    }

    public DeviceEntry requireDevice() {
        if (device == null) {
            throw new IllegalStateException(id + " is on no device, but " + state);
        }
        return device;
    }

    public boolean claimed() {
        return claims != null;
    }

    @Nullable
    public Claim claims() {
        return claims;
    }

    @Nullable
    public Claim claimOf(JobEntry job) {
        Claim claim = claims;
        while (claim != null && claim.job != job) {
            claim = claim.nextOfBlock;
        }
        return claim;
    }

    void add(Claim claim) {
        claim.nextOfBlock = claims;
        claims = claim;
    }

    void remove(Claim claim) {
        if (claims == claim) {
            claims = claim.nextOfBlock;
            return;
        }
        for (Claim before = claims; before != null; before = before.nextOfBlock) {
            if (before.nextOfBlock == claim) {
                before.nextOfBlock = claim.nextOfBlock;
                return;
            }
        }
    }

    /** The first group of all claims that still await the block, null if none does. */
    @Nullable
    public PendingGroup awaitedIn() {
        PendingGroup first = null;
        for (Claim claim = claims; claim != null; claim = claim.nextOfBlock) {
            PendingGroup group = claim.awaited ? claim.group : null;
            if (group != null && (first == null || PendingGroup.ORDER.compare(group, first) < 0)) {
                first = group;
            }
        }
        return first;
    }
}
