package io.tiercel.migrate;

import io.tiercel.migrate.HintOutcome.Rejected;
import io.tiercel.migrate.bind.PendingGroup;
import io.tiercel.migrate.bind.PendingMigration;
import io.tiercel.migrate.ledger.AgentRegistry;
import io.tiercel.migrate.ledger.BlockEntry;
import io.tiercel.migrate.ledger.BlockState;
import io.tiercel.migrate.ledger.Claim;
import io.tiercel.migrate.ledger.DeviceEntry;
import io.tiercel.migrate.ledger.Eviction;
import io.tiercel.migrate.ledger.EvictionMode;
import io.tiercel.migrate.ledger.EvictionReason;
import io.tiercel.migrate.ledger.JobEntry;
import io.tiercel.migrate.ledger.MemoryBudget;
import io.tiercel.migrate.ledger.ReferenceLedger;
import io.tiercel.model.BlockId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What jobs ask for: writes claims into the ledger, and has the lifecycle draw the consequences. */
final class JobRegistry {
    private final ReferenceLedger ledger;
    private final AgentRegistry cluster;
    private final BlockLifecycle lifecycle;
    private long hints;

    JobRegistry(ReferenceLedger ledger, AgentRegistry cluster, BlockLifecycle lifecycle) {
        this.ledger = ledger;
        this.cluster = cluster;
        this.lifecycle = lifecycle;
    }

    HintOutcome hint(String name, List<PendingMigration> blocks, EvictionMode mode, long neededBy, long now) {
        JobEntry job = ledger.sign(name, now);
        PendingGroup group = new PendingGroup(neededBy, job.number, hints++);
        List<Rejected> rejected = new ArrayList<>();
        int[] byState = new int[BlockState.values().length];
        for (PendingMigration each : blocks) {
            int[] replicas = each.replicas().stream()
                    .mapToInt(id -> cluster.device(id).ordinal)
                    .toArray();
            BlockEntry known = ledger.block(each.block());
            Optional<RejectReason> reason = rejection(each, known, replicas);
            if (reason.isPresent()) {
                rejected.add(new Rejected(each.block(), reason.get()));
                continue;
            }
            BlockEntry entry = known == null ? new BlockEntry(each.block(), each.bytes(), replicas) : known;
            if (known == null) {
                ledger.add(entry);
            } else {
                replicas(entry, replicas);
            }
            refer(ledger.claim(job, entry), group, mode);
            lifecycle.settle(entry, EvictionReason.RELEASED, now);
            byState[entry.state.ordinal()]++;
        }
        return new HintOutcome(
                byState[BlockState.PENDING.ordinal()] + byState[BlockState.LEAVING.ordinal()],
                byState[BlockState.BOUND.ordinal()],
                byState[BlockState.PINNED.ordinal()],
                rejected);
    }

    private static void refer(Claim claim, PendingGroup group, EvictionMode mode) {
        // An earlier place in the queue is kept: hinting twice must not put a job behind others.
        if (claim.group == null || !claim.awaited || PendingGroup.ORDER.compare(group, claim.group) < 0) {
            claim.group = group;
        }
        claim.awaited = true;
        claim.implicit = mode == EvictionMode.IMPLICIT;
    }

    /** The newest word on where copies are. */
    private void replicas(BlockEntry entry, int[] replicas) {
        if (!Arrays.equals(entry.replicas(), replicas)) {
            if (entry.state == BlockState.PENDING) {
                lifecycle.unqueue(entry);
            }
            entry.replicas(replicas);
        }
    }

    private Optional<RejectReason> rejection(PendingMigration block, @Nullable BlockEntry known, int[] replicas) {
        if (known != null && known.bytes != block.bytes()) {
            return Optional.of(RejectReason.LENGTH_CHANGED);
        }
        boolean inMemory = known != null && known.state.inMemoryOrOnTheWay();
        if (replicas.length == 0 && !inMemory) {
            return Optional.of(RejectReason.NO_REPLICA);
        }
        return inMemory || mayFit(MemoryBudget.locked(block.bytes()), replicas)
                ? Optional.empty()
                : Optional.of(RejectReason.LARGER_THAN_MEMORY);
    }

    /** An agent that has not joined may have any budget. */
    private boolean mayFit(long locked, int[] replicas) {
        for (int each : replicas) {
            DeviceEntry device = cluster.device(each);
            if (!device.alive() || device.agent().budget.limit() >= locked) {
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
                ledger.claim(job, entry).held = true;
                lifecycle.settle(entry, EvictionReason.RELEASED, now);
            }
        }
    }

    void release(String name, List<BlockId> blocks, long now) {
        JobEntry job = ledger.job(name);
        for (BlockId id : blocks) {
            BlockEntry entry = ledger.block(id);
            Claim claim = job == null || entry == null ? null : entry.claimOf(job);
            if (claim != null) {
                ledger.remove(claim);
                lifecycle.settle(claim.block, EvictionReason.RELEASED, now);
            }
        }
    }

    /** Ends the job, and says what agents are told to let go because of it. */
    List<Eviction> end(JobEntry job, EvictionReason reason, long now) {
        List<Eviction> evictions = new ArrayList<>();
        ledger.end(job);
        for (Claim claim = job.anyClaim(); claim != null; claim = job.anyClaim()) {
            BlockEntry entry = claim.block;
            boolean leaving = entry.state == BlockState.LEAVING;
            ledger.remove(claim);
            lifecycle.settle(entry, reason, now);
            if (!leaving && entry.state == BlockState.LEAVING) {
                evictions.add(new Eviction(entry.requireDevice().id.agent(), entry.id, reason));
            }
        }
        return evictions;
    }

    ReadOutcome begun(String name, BlockId id, long now) {
        BlockEntry entry = ledger.block(id);
        if (entry == null) {
            return ReadOutcome.UNKNOWN;
        }
        ReadOutcome outcome = outcome(entry);
        if (outcome != ReadOutcome.IN_MEMORY) {
            endRead(name, entry, now);
        }
        return outcome;
    }

    ReadOutcome read(String name, BlockId id, long now) {
        BlockEntry entry = ledger.block(id);
        if (entry == null) {
            return ReadOutcome.UNKNOWN;
        }
        ReadOutcome outcome = outcome(entry);
        if (outcome == ReadOutcome.IN_MEMORY) {
            entry.reads++;
            entry.lastUse = now;
        }
        endRead(name, entry, now);
        return outcome;
    }

    /** The job waits for the block no more, and wants it no more if its reference is implicit. */
    private void endRead(String name, BlockEntry entry, long now) {
        JobEntry job = ledger.job(name);
        Claim claim = job == null ? null : entry.claimOf(job);
        if (claim != null) {
            claim.awaited = false;
            if (claim.implicit) {
                claim.group = null;
            }
            if (!claim.isReference() && !claim.held) {
                ledger.remove(claim);
            }
            lifecycle.settle(entry, EvictionReason.READ, now);
        }
    }

    private static ReadOutcome outcome(BlockEntry entry) {
        return switch (entry.state) {
            case IDLE -> ReadOutcome.NOT_MIGRATED;
            case PENDING -> ReadOutcome.STILL_WAITING;
            case BOUND -> ReadOutcome.STILL_ARRIVING;
            case PINNED -> ReadOutcome.IN_MEMORY;
            case LEAVING ->
                entry.requireDevice().bound().contains(entry) ? ReadOutcome.STILL_ARRIVING : ReadOutcome.IN_MEMORY;
        };
    }

    void invalidate(List<BlockId> blocks, long now) {
        for (BlockId id : blocks) {
            BlockEntry entry = ledger.block(id);
            if (entry == null) {
                continue;
            }
            for (Claim claim = entry.claims(); claim != null; claim = entry.claims()) {
                ledger.remove(claim);
            }
            lifecycle.settle(entry, EvictionReason.INVALID, now);
            if (entry.state == BlockState.PINNED) {
                lifecycle.evict(entry, EvictionReason.INVALID);
            } else if (entry.state == BlockState.LEAVING) {
                entry.requireDevice().agent().evictFor(id, EvictionReason.INVALID);
            }
        }
    }
}
