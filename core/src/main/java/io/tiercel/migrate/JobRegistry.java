package io.tiercel.migrate;

import io.tiercel.migrate.bind.PendingMigration;
import io.tiercel.migrate.ledger.AgentRegistry;
import io.tiercel.migrate.ledger.BlockEntry;
import io.tiercel.migrate.ledger.BlockState;
import io.tiercel.migrate.ledger.Claim;
import io.tiercel.migrate.ledger.ClaimWalk;
import io.tiercel.migrate.ledger.EvictionMode;
import io.tiercel.migrate.ledger.EvictionReason;
import io.tiercel.migrate.ledger.FileEntry;
import io.tiercel.migrate.ledger.FileRegistry;
import io.tiercel.migrate.ledger.HintMark;
import io.tiercel.migrate.ledger.JobEntry;
import io.tiercel.migrate.ledger.JobId;
import io.tiercel.migrate.ledger.MemoryBudget;
import io.tiercel.migrate.ledger.MigrationPriority;
import io.tiercel.migrate.ledger.ReferenceLedger;
import io.tiercel.migrate.ledger.SourceFile;
import io.tiercel.migrate.status.JobStatus;
import io.tiercel.migrate.status.MigrationViews;
import io.tiercel.model.BlockId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What jobs ask for: writes claims into the ledger, and has the lifecycle draw the consequences. Times are nanoseconds. */
public final class JobRegistry {
    /**
     * A job will read some blocks.
     *
     * @param file to which the blocks belong, if that is known; another version of it that is known loses its blocks
     * @param mode how the job's references end
     * @param neededBy nanoseconds at which the blocks should be in memory; {@link MigrationPriority#WHENEVER} for no time
     * @param mark the hint's number in its session, and when it arrived
     */
    public record HintRequest(
            JobId job,
            Optional<SourceFile> file,
            List<PendingMigration> blocks,
            EvictionMode mode,
            long neededBy,
            HintMark mark) {}

    /**
     * A task's read of a block.
     *
     * @param ended whether the block has been read; false: a read has begun after which the job does not read it again
     * @param mark the last hint before the read, and when the read was
     */
    public record Read(BlockId block, boolean ended, HintMark mark) {}

    /** How far a block was when it was read. */
    public enum ReadOutcome {
        IN_MEMORY,
        /** Too late: the migration is discarded unless others wait for it. */
        STILL_WAITING,
        /** Too late: an agent had it in its queue. */
        STILL_ARRIVING,
        /** Known, and not to be migrated: read before, or failed. */
        NOT_MIGRATED,
        /** Nobody claims it. */
        UNKNOWN
    }

    /** Selects blocks by where they lie in files. */
    public interface BlockFilter {
        /** @param path empty for a block of which no file is known */
        boolean covers(String path, long offset, long bytes);
    }

    /** How many references of a job ended, and the bytes of the blocks that no job claims any more. */
    public record ReleaseOutcome(int references, long freedBytes) {}

    private static final String OUTDATED = "its file was rewritten, appended to or deleted";

    private final ReferenceLedger ledger;
    private final FileRegistry files;
    private final AgentRegistry agents;
    private final AgentCalls calls;
    private final BlockLifecycle lifecycle;
    private final WorkDispatcher dispatcher;

    /** Jobs that are not known any more and may have claims left, and why these go. */
    private final Map<JobEntry, EvictionReason> ended = new LinkedHashMap<>();

    private long hints;

    JobRegistry(
            ReferenceLedger ledger,
            FileRegistry files,
            AgentRegistry agents,
            AgentCalls calls,
            BlockLifecycle lifecycle,
            WorkDispatcher dispatcher) {
        this.ledger = ledger;
        this.files = files;
        this.agents = agents;
        this.calls = calls;
        this.lifecycle = lifecycle;
        this.dispatcher = dispatcher;
    }

    /**
     * A job begins to hint, file by file; {@link #closeHint} has to follow. A sign of life.
     *
     * @param lease nanoseconds that the job may be silent from now on
     */
    public JobStatus openHint(JobId job, long lease, long now) {
        JobEntry entry = ledger.sign(job, now);
        entry.openHint();
        renewLease(job, lease, now);
        return MigrationViews.job(entry);
    }

    /** A hint has been taken. A job without any claim is forgotten. */
    public void closeHint(JobStatus opened, long now) {
        JobEntry job = ledger.job(opened.id());
        if (job != null && job.number == opened.number() && job.closeHint()) {
            release(job.id, now);
        }
    }

    /** A job will read these blocks; a sign of life. Pending migrations go by {@link MigrationPriority}. Returns those that are not migrated. */
    public List<Rejection> hint(HintRequest request, long now) {
        return hint(request, ids(request.blocks()), now);
    }

    /**
     * Takes a hint for a part of a file.
     *
     * @param ofVersion all blocks that are hinted of the file's version: those of them that another version had too stay
     */
    public List<Rejection> hint(HintRequest request, Set<BlockId> ofVersion, long now) {
        dispatcher.markStale();
        JobEntry job = ledger.sign(request.job(), now);
        MigrationPriority place = MigrationPriority.of(request.neededBy(), job.number, hints++, now);
        FileEntry file = request.file().isPresent() ? admit(request.file().get(), ofVersion, job, now) : null;
        List<Rejection> rejected = new ArrayList<>();
        for (PendingMigration each : request.blocks()) {
            int[] places = each.replicas().stream()
                    .mapToInt(id -> agents.device(id).ordinal)
                    .toArray();
            int[] sources = calls.usable(places, now);
            BlockEntry known = ledger.block(each.block());
            Optional<Rejection.Reason> reason = rejection(each, known, places, sources);
            if (reason.isPresent()) {
                rejected.add(new Rejection(each.block(), reason.get()));
                continue;
            }
            BlockEntry entry = known == null ? new BlockEntry(each.block(), each.bytes()) : known;
            if (known == null) {
                lifecycle.add(entry);
            }
            replicas(entry, places, sources);
            ledger.claim(job, entry).hint(place, request.mode(), request.mark());
            if (file != null) {
                files.attach(entry, file, each.offset());
            }
            lifecycle.settle(entry, EvictionReason.RELEASED, now);
        }
        if (file != null) {
            files.forgetIfUnused(file);
        }
        return rejected;
    }

    /** Takes note of what lies at a path now. Claims on other versions of the file end. */
    private FileEntry admit(SourceFile version, Set<BlockId> ofVersion, JobEntry job, long now) {
        List<BlockEntry> old = files.other(version);
        FileEntry admitted = files.admit(version, job.id.user());
        for (BlockEntry entry : old) {
            if (!ofVersion.contains(entry.id)) {
                invalidate(entry, now);
            }
        }
        return admitted;
    }

    private static Set<BlockId> ids(List<PendingMigration> blocks) {
        return blocks.stream().map(PendingMigration::block).collect(Collectors.toSet());
    }

    private void replicas(BlockEntry entry, int[] places, int[] sources) {
        if (!Arrays.equals(entry.sources(), sources) && entry.state() == BlockState.PENDING) {
            lifecycle.unqueue(entry);
        }
        entry.replicas(places, sources);
    }

    private Optional<Rejection.Reason> rejection(
            PendingMigration block, @Nullable BlockEntry known, int[] places, int[] sources) {
        if (known != null && known.bytes != block.bytes()) {
            return Optional.of(Rejection.Reason.LENGTH_CHANGED);
        }
        if (known != null && known.state().inMemoryOrOnTheWay()) {
            return Optional.empty();
        }
        if (sources.length == 0) {
            return Optional.of(places.length == 0 ? Rejection.Reason.NO_REPLICA : Rejection.Reason.NO_AGENT);
        }
        return mayFit(MemoryBudget.locked(block.bytes()), sources)
                ? Optional.empty()
                : Optional.of(Rejection.Reason.LARGER_THAN_MEMORY);
    }

    /** An agent that has not joined may have any budget. */
    private boolean mayFit(long locked, int[] sources) {
        return IntStream.of(sources)
                .mapToObj(agents::device)
                .anyMatch(device -> !device.isAlive() || device.memory().budget.limit() >= locked);
    }

    /**
     * The job will read again those blocks of a file that are in memory, or wait for it: none of them is evicted until it releases them or
     * its lease ends. Says which. A sign of life.
     */
    public List<BlockId> retain(JobId id, SourceFile version, List<PendingMigration> blocks, long now) {
        return retain(id, version, blocks, ids(blocks), now);
    }

    /**
     * Retains a part of a file.
     *
     * @param ofVersion all blocks that are retained of the file's version: those of them that another version had too stay
     */
    public List<BlockId> retain(
            JobId id, SourceFile version, List<PendingMigration> blocks, Set<BlockId> ofVersion, long now) {
        dispatcher.markStale();
        JobEntry job = ledger.sign(id, now);
        FileEntry file = admit(version, ofVersion, job, now);
        List<BlockId> held = new ArrayList<>();
        for (PendingMigration each : blocks) {
            BlockEntry entry = ledger.block(each.block());
            if (entry != null && entry.state() != BlockState.IDLE) {
                ledger.claim(job, entry).hold(now);
                lifecycle.settle(entry, EvictionReason.RELEASED, now);
                files.attach(entry, file, each.offset());
                held.add(entry.id);
            }
        }
        files.forgetIfUnused(file);
        return held;
    }

    /** The job wants nothing more of these blocks, neither references nor holds. */
    public void release(JobId id, List<BlockId> blocks, long now) {
        dispatcher.markStale();
        JobEntry job = ledger.job(id);
        for (BlockId block : blocks) {
            BlockEntry entry = ledger.block(block);
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

    /**
     * A release that is under way. A job may have a million claims: between two steps others may use the registry. Claims that are
     * made, hinted again or retained meanwhile stay.
     */
    public final class Release {
        private final @Nullable JobEntry job;
        private final BlockFilter filter;
        private final @Nullable ClaimWalk left;
        private final long begun;
        private final boolean endsJob;
        private int references;
        private long freed;

        /** @param endsJob whether the job is not known any more: then no claim of it stays */
        private Release(@Nullable JobEntry job, BlockFilter filter, boolean endsJob, long now) {
            this.job = job;
            this.filter = filter;
            this.left = job == null ? null : job.walk();
            this.endsJob = endsJob;
            this.begun = now;
        }

        /** Looks at up to {@code most} claims more. Returns whether any are left; to be called until none are. */
        public boolean step(int most, long now) {
            if (job == null || left == null) {
                return false;
            }
            dispatcher.markStale();
            boolean mayHaveMore = false;
            boolean isBrokenOff = true;
            try {
                for (int i = 0; i < most && left.hasNext(); i++) {
                    look(left.take(), now);
                }
                mayHaveMore = left.hasNext();
                isBrokenOff = false;
            } finally {
                if (!mayHaveMore) {
                    job.end(left);
                }
                if (isBrokenOff && endsJob) {
                    // Nobody can ask for the rest by the job's name.
                    ended.put(job, EvictionReason.RELEASED);
                }
            }
            return mayHaveMore;
        }

        private void look(@Nullable Claim claim, long now) {
            if (claim == null || !endsJob && claim.isAskedForAfter(begun)) {
                return;
            }
            BlockEntry entry = claim.block;
            FileEntry file = entry.file();
            String path = file == null ? "" : file.version.path();
            if (filter.covers(path, entry.offset(), entry.bytes)) {
                remove(claim, EvictionReason.RELEASED, now);
                references++;
                freed += entry.isClaimed() ? 0 : entry.bytes;
            }
        }

        /** What has been released so far. */
        public ReleaseOutcome outcome() {
            return new ReleaseOutcome(references, freed);
        }
    }

    /** The job wants nothing more of what the filter covers. The release is done by its steps. */
    public Release release(JobId id, BlockFilter filter, long now) {
        return new Release(ledger.job(id), filter, false, now);
    }

    /**
     * The job has ended, and is not known any more. All its claims go, by the steps of the release; what a step that fails leaves goes
     * as if the job's lease had ended.
     */
    public Release releaseAll(JobId id, long now) {
        JobEntry ending = ledger.job(id);
        if (ending != null) {
            ledger.forget(ending);
        }
        return new Release(ending, (path, offset, bytes) -> true, true, now);
    }

    /** The job has ended: all its claims go. */
    public void release(JobId id, long now) {
        dispatcher.markStale();
        JobEntry ending = ledger.job(id);
        if (ending != null) {
            ledger.forget(ending);
            for (Claim claim = ending.anyClaim(); claim != null; claim = ending.anyClaim()) {
                remove(claim, EvictionReason.RELEASED, now);
            }
        }
    }

    /**
     * A sign of life, with a lease of so many nanoseconds from now on; false if the job is unknown (its lease has expired, or this
     * coordinator is new) and has to hint anew.
     */
    public boolean renewLease(JobId id, long lease, long now) {
        JobEntry known = ledger.job(id);
        if (known != null) {
            known.lease(lease);
            ledger.sign(id, now);
        }
        return known != null;
    }

    /** Ends the jobs that were silent for longer than their lease. What they claim goes by {@link #removeClaims}. */
    List<JobId> expire(long now) {
        List<JobEntry> silent = ledger.expired(now);
        for (JobEntry job : silent) {
            ledger.forget(job);
            if (job.anyClaim() != null) {
                ended.put(job, EvictionReason.LEASE_EXPIRED);
            }
        }
        return silent.stream().map(job -> job.id).toList();
    }

    /** Removes up to {@code most} claims of jobs that have ended. Returns how many. */
    int removeClaims(int most, long now) {
        int removed = 0;
        Iterator<Map.Entry<JobEntry, EvictionReason>> jobs = ended.entrySet().iterator();
        while (removed < most && jobs.hasNext()) {
            Map.Entry<JobEntry, EvictionReason> each = jobs.next();
            Claim claim = each.getKey().anyClaim();
            for (; claim != null && removed < most; claim = each.getKey().anyClaim()) {
                remove(claim, each.getValue(), now);
                removed++;
            }
            if (claim == null) {
                jobs.remove();
            }
        }
        return removed;
    }

    /**
     * A job reads a block, wherever from. Not a sign of life: a dead driver's tasks may still read.
     *
     * <p>A read that has ended ends an implicit reference, unless the job has hinted the block since. A migration that was to serve the
     * read and has not ended comes too late: it is discarded, unless another job waits for it, so that no device reads the block a
     * second time. A block in memory stays until it has been read.
     */
    public ReadOutcome read(JobId job, Read read, long now) {
        BlockEntry entry = ledger.block(read.block());
        if (entry == null) {
            return ReadOutcome.UNKNOWN;
        }
        ReadOutcome outcome = outcome(entry);
        boolean inMemory = outcome == ReadOutcome.IN_MEMORY;
        if (inMemory && read.ended()) {
            entry.used(now);
        }
        if (!inMemory || read.ended()) {
            endRead(job, entry, read.mark(), now);
        }
        return outcome;
    }

    /** The job waits for the block no more, and wants it no more if its reference is implicit; unless it was hinted after the read. */
    private void endRead(JobId id, BlockEntry entry, HintMark mark, long now) {
        JobEntry job = ledger.job(id);
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

    /** These versions of blocks are no more: they go with all their claims. */
    public void invalidate(List<BlockId> blocks, long now) {
        dispatcher.markStale();
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

    /** Up to {@code most} versions of files to look at next, by the user who may. */
    public Map<String, List<SourceFile>> filesToCheck(int most) {
        return files.nextToCheck(most);
    }

    /** These versions are no longer what lies at their paths: their blocks go. Jobs that claim them see why. */
    public void markOutdated(List<SourceFile> versions, long now) {
        dispatcher.markStale();
        for (SourceFile version : versions) {
            for (BlockEntry entry : files.markOutdated(version)) {
                lifecycle.giveUp(entry, OUTDATED, now);
                lifecycle.invalidate(entry, now);
            }
        }
    }
}
