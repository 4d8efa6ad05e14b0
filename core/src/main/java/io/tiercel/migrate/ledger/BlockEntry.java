package io.tiercel.migrate.ledger;

import io.tiercel.model.BlockId;
import io.tiercel.model.BlockUse;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A block that somebody claims or that an agent holds. There may be millions, so lists are arrays or linked by hand. */
public final class BlockEntry {
    private static final int[] NOWHERE = {};

    public final BlockId id;
    public final long bytes;
    private BlockState state = BlockState.IDLE;
    private BlockPhase phase = BlockPhase.FAILED;

    /** Where it is bound, pinned or leaving; null otherwise. */
    private @Nullable DeviceEntry device;

    /** Index in the pending queue, -1 otherwise. */
    private int slot = -1;

    /** Ordinals of all devices with a replica, and of those among them from which a migration may be tried. */
    private int[] places = NOWHERE;

    private int[] sources = NOWHERE;
    private @Nullable FileEntry file;
    private long offset;
    private @Nullable Claim claims;

    /** One clause: why it will not come in; null if nothing has failed. */
    private @Nullable String failure;

    private boolean orphan;

    private long reads;
    private long lastUse;
    private long time;

    public BlockEntry(BlockId id, long bytes) {
        this.id = id;
        this.bytes = bytes;
    }

    public long locked() {
        return MemoryBudget.locked(bytes);
    }

    public BlockState state() {
        return state;
    }

    public BlockPhase phase() {
        return phase;
    }

    public void become(BlockState next) {
        state = next;
        count();
    }

    public @Nullable DeviceEntry device() {
        return device;
    }

    public void device(@Nullable DeviceEntry where) {
        device = where;
    }

    public DeviceEntry requireDevice() {
        if (device == null) {
            throw new IllegalStateException(id + " is on no device, but " + state);
        }
        return device;
    }

    /** Whether an agent has been asked for it, or told to let go, and has not done so yet. */
    public boolean isQueued() {
        return device != null && device.bound.contains(this);
    }

    public int slot() {
        return slot;
    }

    public void slot(int at) {
        slot = at;
    }

    public int[] places() {
        return places;
    }

    public int[] sources() {
        return sources;
    }

    public void replicas(int[] all, int[] usable) {
        places = all;
        sources(usable);
    }

    /** From where a migration may be tried. */
    public void sources(int[] usable) {
        sources = usable;
        orphan &= usable.length == 0;
        count();
    }

    public @Nullable FileEntry file() {
        return file;
    }

    public long offset() {
        return offset;
    }

    void file(@Nullable FileEntry of, long at) {
        file = of;
        offset = at;
    }

    public @Nullable String failure() {
        return failure;
    }

    public void failure(String why) {
        failure = why;
        orphan = false;
    }

    /** It was given up only because no agent answers at its replicas. */
    public void markOrphan() {
        orphan = true;
    }

    public boolean isOrphan() {
        return orphan;
    }

    public void used(long now) {
        reads++;
        lastUse = now;
    }

    public void entered(long now) {
        reads = 0;
        lastUse = now;
    }

    public BlockUse use() {
        return new BlockUse(bytes, reads, lastUse);
    }

    /** The time at which the block was bound; of a pinned one that nobody claims, until when it is kept. Nanoseconds. */
    public long time() {
        return time;
    }

    public void time(long at) {
        time = at;
    }

    public boolean isClaimed() {
        return claims != null;
    }

    /** Any one claim of it, null if there is none. */
    public @Nullable Claim anyClaim() {
        return claims;
    }

    public @Nullable Claim claimOf(JobEntry job) {
        Claim claim = claims;
        while (claim != null && claim.job != job) {
            claim = claim.nextOfBlock;
        }
        return claim;
    }

    public List<String> jobs() {
        List<String> jobs = new ArrayList<>();
        for (Claim claim = claims; claim != null; claim = claim.nextOfBlock) {
            jobs.add(claim.job.id.name());
        }
        return jobs;
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

    /** The first place in the queue among all claims that still await the block, null if none does. */
    public @Nullable MigrationPriority awaitedAt() {
        MigrationPriority first = null;
        for (Claim claim = claims; claim != null; claim = claim.nextOfBlock) {
            MigrationPriority place = claim.awaitedAt();
            if (place != null && (first == null || place.compareTo(first) < 0)) {
                first = place;
            }
        }
        return first;
    }

    /** Counts it anew at the jobs that claim it. */
    private void count() {
        BlockPhase now = phaseNow();
        for (Claim claim = claims; claim != null && now != phase; claim = claim.nextOfBlock) {
            claim.job.moved(this, phase, now);
        }
        phase = now;
    }

    private BlockPhase phaseNow() {
        return switch (state) {
            case IDLE -> BlockPhase.FAILED;
            case PENDING -> BlockPhase.PENDING;
            case BOUND -> BlockPhase.BOUND;
            case PINNED -> BlockPhase.RESIDENT;
            // It may come back, unless there is nowhere to bring it in from.
            case LEAVING -> sources.length == 0 ? BlockPhase.FAILED : BlockPhase.PENDING;
        };
    }
}
