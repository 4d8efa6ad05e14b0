package io.tiercel.migrate;

import io.tiercel.migrate.HintOutcome.Rejected;
import io.tiercel.migrate.bind.PendingMigration;
import io.tiercel.migrate.ledger.AgentRegistry;
import io.tiercel.migrate.ledger.BlockEntry;
import io.tiercel.migrate.ledger.BlockState;
import io.tiercel.migrate.ledger.Claim;
import io.tiercel.migrate.ledger.DeviceEntry;
import io.tiercel.migrate.ledger.Eviction;
import io.tiercel.migrate.ledger.EvictionReason;
import io.tiercel.migrate.ledger.FileEntry;
import io.tiercel.migrate.ledger.FileRegistry;
import io.tiercel.migrate.ledger.HintMark;
import io.tiercel.migrate.ledger.JobEntry;
import io.tiercel.migrate.ledger.MemoryBudget;
import io.tiercel.migrate.ledger.MigrationPriority;
import io.tiercel.migrate.ledger.ReferenceLedger;
import io.tiercel.migrate.ledger.SourceFile;
import io.tiercel.model.BlockId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What jobs ask for: writes claims into the ledger, and has the lifecycle draw the consequences. */
final class JobRegistry {
    private static final String OUTDATED = "its file was rewritten, appended to or deleted";

    private final ReferenceLedger ledger;
    private final FileRegistry files;
    private final AgentRegistry agents;
    private final AgentMembership membership;
    private final BlockLifecycle lifecycle;
    private long hints;

    JobRegistry(
            ReferenceLedger ledger,
            FileRegistry files,
            AgentRegistry agents,
            AgentMembership membership,
            BlockLifecycle lifecycle) {
        this.ledger = ledger;
        this.files = files;
        this.agents = agents;
        this.membership = membership;
        this.lifecycle = lifecycle;
    }

    HintOutcome hint(HintRequest request, long now) {
        JobEntry job = ledger.sign(request.job(), now);
        MigrationPriority place = MigrationPriority.of(request.neededBy(), job.number, hints++, now);
        FileEntry file = request.file().isPresent() ? admit(request.file().get(), request.blocks(), job, now) : null;
        List<Rejected> rejected = new ArrayList<>();
        int[] byState = new int[BlockState.values().length];
        for (PendingMigration each : request.blocks()) {
            int[] places = each.replicas().stream()
                    .mapToInt(id -> agents.device(id).ordinal)
                    .toArray();
            int[] sources = membership.usable(places, now);
            BlockEntry known = ledger.block(each.block());
            Optional<RejectReason> reason = rejection(each, known, places, sources);
            if (reason.isPresent()) {
                rejected.add(new Rejected(each.block(), reason.get()));
                continue;
            }
            BlockEntry entry = known == null ? new BlockEntry(each.block(), each.bytes()) : known;
            if (known == null) {
                lifecycle.add(entry);
            }
            replicas(entry, places, sources);
            ledger.claim(job, entry).hint(place, request.mode(), request.mark());
            attach(entry, file, each.offset());
            lifecycle.settle(entry, EvictionReason.RELEASED, now);
            byState[entry.state().ordinal()]++;
        }
        forgetIfUnused(file);
        return new HintOutcome(
                byState[BlockState.PENDING.ordinal()] + byState[BlockState.LEAVING.ordinal()],
                byState[BlockState.BOUND.ordinal()],
                byState[BlockState.PINNED.ordinal()],
                rejected);
    }

    /** Takes note of what lies at a path now. Claims on other versions of the file end. */
    private FileEntry admit(SourceFile version, List<PendingMigration> blocks, JobEntry job, long now) {
        Set<BlockId> still = new HashSet<>();
        blocks.forEach(block -> still.add(block.block()));
        List<BlockEntry> old = files.other(version);
        FileEntry admitted = files.admit(version, job.user);
        for (BlockEntry entry : old) {
            if (!still.contains(entry.id)) {
                invalidate(entry, now);
            }
        }
        return admitted;
    }

    private void attach(BlockEntry entry, @Nullable FileEntry file, long offset) {
        if (file != null) {
            files.attach(entry, file, offset);
        }
    }

    private void forgetIfUnused(@Nullable FileEntry file) {
        if (file != null) {
            files.forgetIfUnused(file);
        }
    }

    /** The newest word on where copies are. */
    private void replicas(BlockEntry entry, int[] places, int[] sources) {
        if (!Arrays.equals(entry.sources(), sources) && entry.state() == BlockState.PENDING) {
            lifecycle.unqueue(entry);
        }
        entry.replicas(places, sources);
    }

    private Optional<RejectReason> rejection(
            PendingMigration block, @Nullable BlockEntry known, int[] places, int[] sources) {
        if (known != null && known.bytes != block.bytes()) {
            return Optional.of(RejectReason.LENGTH_CHANGED);
        }
        if (known != null && known.state().inMemoryOrOnTheWay()) {
            return Optional.empty();
        }
        if (sources.length == 0) {
            return Optional.of(places.length == 0 ? RejectReason.NO_REPLICA : RejectReason.NO_AGENT);
        }
        return mayFit(MemoryBudget.locked(block.bytes()), sources)
                ? Optional.empty()
                : Optional.of(RejectReason.LARGER_THAN_MEMORY);
    }

    /** An agent that has not joined may have any budget. */
    private boolean mayFit(long locked, int[] sources) {
        for (int each : sources) {
            DeviceEntry device = agents.device(each);
            if (!device.isAlive() || device.memory().budget().limit() >= locked) {
                return true;
            }
        }
        return false;
    }

    void hold(String name, List<BlockId> blocks, long now) {
        JobEntry job = ledger.sign(name, now);
        for (BlockId id : blocks) {
            BlockEntry entry = ledger.block(id);
            if (entry != null) {
                hold(job, entry, now);
            }
        }
    }

    private void hold(JobEntry job, BlockEntry entry, long now) {
        ledger.claim(job, entry).hold();
        lifecycle.settle(entry, EvictionReason.RELEASED, now);
    }

    /** Holds what is in memory of a file, or on its way; says which of the blocks. */
    List<BlockId> retain(String name, SourceFile version, List<PendingMigration> blocks, long now) {
        JobEntry job = ledger.sign(name, now);
        FileEntry file = admit(version, blocks, job, now);
        List<BlockId> held = new ArrayList<>();
        for (PendingMigration each : blocks) {
            BlockEntry entry = ledger.block(each.block());
            if (entry != null && entry.state() != BlockState.IDLE) {
                hold(job, entry, now);
                files.attach(entry, file, each.offset());
                held.add(entry.id);
            }
        }
        files.forgetIfUnused(file);
        return held;
    }

    void release(String name, List<BlockId> blocks, long now) {
        JobEntry job = ledger.job(name);
        for (BlockId id : blocks) {
            BlockEntry entry = ledger.block(id);
            Claim claim = job == null || entry == null ? null : entry.claimOf(job);
            if (claim != null) {
                remove(claim, EvictionReason.RELEASED, now);
            }
        }
    }

    private void remove(Claim claim, EvictionReason reason, long now) {
        ledger.remove(claim);
        lifecycle.settle(claim.block, reason, now);
    }

    /** Gives back what the filter covers. */
    ReleaseOutcome release(String name, BlockFilter filter, long now) {
        JobEntry job = ledger.job(name);
        int references = 0;
        long freed = 0;
        for (BlockEntry entry : job == null ? List.<BlockEntry>of() : job.blocks()) {
            FileEntry file = entry.file();
            String path = file == null ? "" : file.version.path();
            Claim claim = entry.claimOf(job);
            if (claim != null && filter.covers(path, entry.offset(), entry.bytes)) {
                remove(claim, EvictionReason.RELEASED, now);
                references++;
                freed += entry.isClaimed() ? 0 : entry.bytes;
            }
        }
        return new ReleaseOutcome(references, freed);
    }

    /** Ends the job, and says what agents are told to let go because of it. */
    List<Eviction> end(JobEntry job, EvictionReason reason, long now) {
        List<Eviction> evictions = new ArrayList<>();
        ledger.forget(job);
        for (Claim claim = job.anyClaim(); claim != null; claim = job.anyClaim()) {
            BlockEntry entry = claim.block;
            boolean leaving = entry.state() == BlockState.LEAVING;
            remove(claim, reason, now);
            if (!leaving && entry.state() == BlockState.LEAVING) {
                evictions.add(new Eviction(entry.requireDevice().id.agent(), entry.id, reason));
            }
        }
        return evictions;
    }

    ReadOutcome begun(String name, BlockId id, HintMark mark, long now) {
        BlockEntry entry = ledger.block(id);
        if (entry == null) {
            return ReadOutcome.UNKNOWN;
        }
        ReadOutcome outcome = outcome(entry);
        if (outcome != ReadOutcome.IN_MEMORY) {
            endRead(name, entry, mark, now);
        }
        return outcome;
    }

    ReadOutcome read(String name, BlockId id, HintMark mark, long now) {
        BlockEntry entry = ledger.block(id);
        if (entry == null) {
            return ReadOutcome.UNKNOWN;
        }
        ReadOutcome outcome = outcome(entry);
        if (outcome == ReadOutcome.IN_MEMORY) {
            entry.used(now);
        }
        endRead(name, entry, mark, now);
        return outcome;
    }

    /** The job waits for the block no more, and wants it no more if its reference is implicit; unless it was hinted after the read. */
    private void endRead(String name, BlockEntry entry, HintMark mark, long now) {
        JobEntry job = ledger.job(name);
        Claim claim = job == null ? null : entry.claimOf(job);
        if (claim != null && claim.isServedBy(mark)) {
            if (!claim.read()) {
                ledger.remove(claim);
            }
            lifecycle.settle(entry, EvictionReason.READ, now);
        }
    }

    private static ReadOutcome outcome(BlockEntry entry) {
        return switch (entry.state()) {
            case IDLE -> ReadOutcome.NOT_MIGRATED;
            case PENDING -> ReadOutcome.STILL_WAITING;
            case BOUND -> ReadOutcome.STILL_ARRIVING;
            case PINNED -> ReadOutcome.IN_MEMORY;
            case LEAVING -> entry.isQueued() ? ReadOutcome.STILL_ARRIVING : ReadOutcome.IN_MEMORY;
        };
    }

    void invalidate(List<BlockId> blocks, long now) {
        for (BlockId id : blocks) {
            BlockEntry entry = ledger.block(id);
            if (entry != null) {
                invalidate(entry, now);
            }
        }
    }

    private void invalidate(BlockEntry entry, long now) {
        for (Claim claim = entry.anyClaim(); claim != null; claim = entry.anyClaim()) {
            ledger.remove(claim);
        }
        lifecycle.invalidate(entry, now);
    }

    /** These versions are no longer what lies at their paths. Jobs that claim blocks of them see why these have failed. */
    void markOutdated(List<SourceFile> versions, long now) {
        for (SourceFile version : versions) {
            for (BlockEntry entry : files.markOutdated(version)) {
                lifecycle.giveUp(entry, OUTDATED, now);
                lifecycle.invalidate(entry, now);
            }
        }
    }
}
