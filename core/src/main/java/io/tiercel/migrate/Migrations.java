package io.tiercel.migrate;

import io.tiercel.migrate.bind.FinishTimes;
import io.tiercel.migrate.bind.MigrationBinder;
import io.tiercel.migrate.bind.PendingMigration;
import io.tiercel.migrate.bind.PendingQueue;
import io.tiercel.migrate.ledger.AgentEntry;
import io.tiercel.migrate.ledger.AgentRegistry;
import io.tiercel.migrate.ledger.BlockEntry;
import io.tiercel.migrate.ledger.DeviceDescription;
import io.tiercel.migrate.ledger.DeviceId;
import io.tiercel.migrate.ledger.Eviction;
import io.tiercel.migrate.ledger.EvictionMode;
import io.tiercel.migrate.ledger.EvictionReason;
import io.tiercel.migrate.ledger.FileRegistry;
import io.tiercel.migrate.ledger.HintMark;
import io.tiercel.migrate.ledger.JobEntry;
import io.tiercel.migrate.ledger.MigrationPriority;
import io.tiercel.migrate.ledger.ReferenceLedger;
import io.tiercel.migrate.ledger.SourceFile;
import io.tiercel.migrate.status.JobStatus;
import io.tiercel.migrate.status.MigrationViews;
import io.tiercel.model.BlockId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * All that a coordinator decides about migrations, and the only owner of its jobs, files, blocks, agents and devices. Jobs hint what they
 * will read, agents poll for work and report, and each poll is answered with what to let go and what to bring in. Soft state only: agents
 * that join say what they have, jobs hint anew.
 *
 * <p>Not safe for use by several threads; the host serialises all calls. Time is nanoseconds since an arbitrary origin and
 * must not go back from call to call.
 */
public final class Migrations {
    /** Targets are recomputed at most once in so many nanoseconds per pending block and device, so that it costs a few percent. */
    private static final long RETARGET_SPACING = 1_000;

    private final MigrationSettings settings;
    private final MigrationBinder binder;
    private final FileRegistry files = new FileRegistry();
    private final ReferenceLedger ledger;
    private final AgentRegistry agents;
    private final PendingQueue pending = new PendingQueue();
    private final BlockLifecycle lifecycle;
    private final MemoryReclaimer reclaimer;
    private final WorkDispatcher dispatcher;
    private final AgentMembership membership;
    private final AgentReports reports;
    private final JobRegistry jobs;
    private final MigrationViews views;

    private boolean stale = true;
    private long retargetedAt = Long.MIN_VALUE;

    /** As below, where agents are not given up for their silence. */
    public Migrations(
            MigrationSettings settings, MigrationBinder binder, EvictionOrder order, BlockStateListener listener) {
        this(settings, binder, order, listener, 0);
    }

    /**
     * @param binder of its own
     * @param order of eviction among blocks that nobody claims
     * @param listener follows blocks that come and go
     * @param started nanoseconds, now
     */
    public Migrations(
            MigrationSettings settings,
            MigrationBinder binder,
            EvictionOrder order,
            BlockStateListener listener,
            long started) {
        this.settings = settings;
        this.binder = binder;
        ledger = new ReferenceLedger(settings.lease(), files);
        agents = new AgentRegistry(settings.estimator(), settings.agentLease(), started);
        lifecycle = new BlockLifecycle(settings, ledger, pending, binder, listener);
        reclaimer = new MemoryReclaimer(order, lifecycle);
        dispatcher = new WorkDispatcher(settings, pending, binder, lifecycle);
        membership = new AgentMembership(ledger, agents, lifecycle, agents.firstGivenUp());
        reports = new AgentReports(ledger, agents, lifecycle);
        jobs = new JobRegistry(ledger, files, agents, membership, lifecycle);
        views = new MigrationViews(settings.pollInterval(), settings.estimator(), ledger, agents, pending, binder);
    }

    // ---- jobs

    /**
     * A job begins to hint, file by file; {@link #closeHint} has to follow. A sign of life.
     *
     * @param user to whom the job belongs if it is new
     * @param lease nanoseconds that the job may be silent from now on
     */
    public JobStatus openHint(String job, String user, long lease, long now) {
        JobEntry entry = ledger.sign(job, user, now);
        entry.openHint();
        renewLease(job, lease, now);
        return views.job(entry);
    }

    /** A hint has been taken. A job that got nothing of what it asked for is none. */
    public void closeHint(JobStatus opened, long now) {
        JobEntry job = ledger.job(opened.job());
        if (job != null && job.number == opened.number() && job.closeHint()) {
            release(job.name, now);
        }
    }

    /**
     * As {@link #hint(HintRequest, long)}, of blocks of which no file is known, by a caller without a session.
     *
     * @param neededBy nanoseconds at which the blocks should be in memory; {@link MigrationPriority#WHENEVER} for no time
     */
    public HintOutcome hint(String job, List<PendingMigration> blocks, EvictionMode mode, long neededBy, long now) {
        return hint(new HintRequest(job, Optional.empty(), blocks, mode, neededBy, HintMark.NONE), now);
    }

    /** A job will read these blocks; a sign of life. Pending migrations go by {@link MigrationPriority}. */
    public HintOutcome hint(HintRequest request, long now) {
        stale = true;
        return jobs.hint(request, now);
    }

    /**
     * The job will read these blocks again: none of them is evicted until it releases them or its lease ends. Blocks that no job claims
     * and no agent has are left as they are. A sign of life.
     */
    public void doNotEvict(String job, List<BlockId> blocks, long now) {
        jobs.hold(job, blocks, now);
    }

    /** The same of those blocks of a file that are in memory, or wait for it; says which. */
    public List<BlockId> retain(String job, SourceFile file, List<PendingMigration> blocks, long now) {
        stale = true;
        return jobs.retain(job, file, blocks, now);
    }

    /** The job wants nothing more of these blocks, neither references nor holds. */
    public void release(String job, List<BlockId> blocks, long now) {
        stale = true;
        jobs.release(job, blocks, now);
    }

    /** The job wants nothing more of what the filter covers. */
    public ReleaseOutcome release(String job, BlockFilter filter, long now) {
        stale = true;
        return jobs.release(job, filter, now);
    }

    /** The job has ended: all its claims go. */
    public void release(String job, long now) {
        stale = true;
        JobEntry ending = ledger.job(job);
        if (ending != null) {
            jobs.end(ending, EvictionReason.RELEASED, now);
        }
    }

    /** A sign of life; false if the job is unknown (its lease has expired, or this coordinator is new) and has to hint anew. */
    public boolean renewLease(String job, long now) {
        boolean known = ledger.job(job) != null;
        if (known) {
            ledger.sign(job, now);
        }
        return known;
    }

    /** The same for a job that is known, with another lease from now on. */
    public void renewLease(String job, long lease, long now) {
        JobEntry known = ledger.job(job);
        if (known != null) {
            known.lease(lease);
            ledger.sign(job, now);
        }
    }

    /** As {@link #begun(String, BlockId, HintMark, long)}, by a caller without a session. */
    public ReadOutcome begun(String job, BlockId block, long now) {
        return jobs.begun(job, block, HintMark.NONE, now);
    }

    /**
     * The job has begun to read the block, for the last time. A migration that was to serve this read and has not ended comes too late:
     * it is discarded as by {@link #read}, so that no device reads the block a second time. A block in memory stays until it has been
     * read. Not a sign of life either.
     *
     * @param mark of the last hint before the read
     */
    public ReadOutcome begun(String job, BlockId block, HintMark mark, long now) {
        return jobs.begun(job, block, mark, now);
    }

    /** As {@link #read(String, BlockId, HintMark, long)}, by a caller without a session. */
    public ReadOutcome read(String job, BlockId block, long now) {
        return jobs.read(job, block, HintMark.NONE, now);
    }

    /**
     * The job has read the block, wherever from. Ends an implicit reference, unless the job has hinted the block since; a migration that
     * was to serve this read is discarded, unless another job waits for it. Not a sign of life: a dead driver's tasks may still read.
     *
     * @param mark of the last hint before the read
     */
    public ReadOutcome read(String job, BlockId block, HintMark mark, long now) {
        return jobs.read(job, block, mark, now);
    }

    /** These versions of blocks are no more: they go with all their claims. */
    public void invalidate(List<BlockId> blocks, long now) {
        stale = true;
        jobs.invalidate(blocks, now);
    }

    /** Up to {@code most} versions of files to look at next, by the user who may. */
    public Map<String, List<SourceFile>> filesToCheck(int most) {
        return files.nextToCheck(most);
    }

    /** These versions are no longer what lies at their paths: their blocks go. Jobs that claim them see why. */
    public void markOutdated(List<SourceFile> versions, long now) {
        stale = true;
        jobs.markOutdated(versions, now);
    }

    /** Ends the jobs and agents that were silent for longer than their lease, and lets go of blocks that nobody has claimed for too long. */
    public ExpiryResult expire(long now) {
        stale = true;
        List<String> ended = new ArrayList<>();
        List<Eviction> evictions = new ArrayList<>();
        for (JobEntry job : ledger.expired(now)) {
            ended.add(job.name);
            evictions.addAll(jobs.end(job, EvictionReason.LEASE_EXPIRED, now));
        }
        for (AgentEntry agent : agents.alive()) {
            Collection<BlockEntry> unclaimed = agent.memory().unclaimed();
            while (!unclaimed.isEmpty() && unclaimed.iterator().next().time() <= now) {
                BlockEntry oldest = unclaimed.iterator().next();
                lifecycle.evict(oldest, EvictionReason.UNUSED);
                evictions.add(new Eviction(agent.name, oldest.id, EvictionReason.UNUSED));
            }
        }
        return new ExpiryResult(ended, membership.expire(now), evictions);
    }

    /** The host did not run for so long: silence in this time does not count. Nanoseconds. */
    public void extendLeases(long nanos, long now) {
        ledger.extendLeases(nanos, now);
        agents.extendLeases(nanos, now);
    }

    // ---- agents

    /** The device of that name, new if it was unknown. */
    public DeviceId device(String node, String host, String storage, String storageType) {
        return agents.device(node, host, storage, storageType).id;
    }

    /** As below, of an agent whose host is called as it is. */
    public void agentJoined(
            String agent, List<DeviceDescription> devices, long budget, List<PinnedBlock> pinned, long now) {
        agentJoined(agent, agent, devices, budget, pinned, now);
    }

    /**
     * An agent offers its memory and its devices. One that has joined before and joins again is new; what it had is lost.
     *
     * @param host as block locations name its node
     * @param devices by index, or by name
     * @param budget bytes of memory that migrations may take, at least 0
     * @param pinned what it has in memory already
     */
    public void agentJoined(
            String agent,
            String host,
            List<DeviceDescription> devices,
            long budget,
            List<PinnedBlock> pinned,
            long now) {
        stale = true;
        membership.join(agent, host, devices, budget, pinned, now);
    }

    /** The agent answers no more, and the kernel has unlocked what it had: what is still waited for is migrated elsewhere. */
    public void agentLost(String agent, long now) {
        stale |= membership.lose(agent, now);
    }

    /**
     * The agent reports how far its devices are, and asks for work for those that it lists. Empty if it has to join first. A sign of
     * life.
     */
    public Optional<AgentOrders> poll(String agent, List<DeviceReport> devices, long now) {
        AgentEntry asking = agents.alive(agent);
        if (asking == null) {
            return Optional.empty();
        }
        asking.seen(now);
        for (DeviceReport report : devices) {
            dispatcher.report(membership.reporting(asking, report), report, now);
        }
        retargetIfDue(now);
        List<BoundMigration> migrate = new ArrayList<>();
        for (DeviceReport report : devices) {
            migrate.addAll(dispatcher.orders(membership.reporting(asking, report), report, now));
        }
        List<MemoryReclaimer.Demand> demands = new ArrayList<>();
        for (DeviceReport report : devices) {
            dispatcher.demand(membership.reporting(asking, report), now).ifPresent(demands::add);
        }
        reclaimer.makeRoom(asking.memory(), demands, now);
        return Optional.of(new AgentOrders(asking.memory().tell(), migrate));
    }

    /** The agent has measured what a device yields with nobody else on it. A speed that no device has, and another's device, tell nothing. */
    public void measured(String agent, int device, double bytesPerSecond, long now) {
        AgentEntry measuring = agents.alive(agent);
        if (measuring != null && device < measuring.devices().size()) {
            stale |= measuring.devices().get(device).measured(bytesPerSecond, now);
        }
    }

    /** As below, of a block of which nothing was in memory before. */
    public ReportOutcome migrated(String agent, BlockId block, long bytes, long duration, long now) {
        return migrated(agent, block, bytes, 0, duration, now);
    }

    /**
     * The agent has a block in memory that it was asked for.
     *
     * @param bytes that came in
     * @param found bytes of them that were in memory before: they say nothing about the device
     * @param duration nanoseconds that its device was at work on it
     */
    public ReportOutcome migrated(String agent, BlockId block, long bytes, long found, long duration, long now) {
        return noted(reports.migrated(agent, block, bytes, found, duration, now));
    }

    /** The agent could not bring in a block that it was asked for; it is tried elsewhere. {@code why} is one clause. */
    public ReportOutcome failed(String agent, BlockId block, String why, long now) {
        return dropped(agent, block, why, now);
    }

    /**
     * As {@link #failed(String, BlockId, String, long)}.
     *
     * @param served nanoseconds for which the device was at work on it, and not kept from it by others
     */
    public ReportOutcome failed(String agent, BlockId block, String why, long served, long now) {
        return noted(reports.letGo(agent, block, why, OptionalLong.of(served), now));
    }

    /**
     * The agent has let go of a block: because it was told to, or, {@code why} then says it in one clause, on its own account. In that
     * case it is not asked for the block again.
     */
    public ReportOutcome dropped(String agent, BlockId block, String why, long now) {
        return noted(reports.letGo(agent, block, why, OptionalLong.empty(), now));
    }

    private ReportOutcome noted(ReportOutcome outcome) {
        stale |= outcome == ReportOutcome.ACCEPTED || outcome == ReportOutcome.WRONG_LENGTH;
        return outcome;
    }

    // ---- targets

    /** Recomputes all targets now. A poll does so by itself when it is time. */
    public void retarget(long now) {
        stale = false;
        retargetedAt = now;
        binder.retarget(pending, FinishTimes.of(agents, settings.estimator(), now));
    }

    private void retargetIfDue(long now) {
        long spacing = RETARGET_SPACING * (pending.size() + agents.devices());
        boolean first = retargetedAt == Long.MIN_VALUE;
        if (pending.size() > 0 && (first || now - retargetedAt >= (stale ? spacing : settings.pollInterval()))) {
            retarget(now);
        }
    }

    /** The state as it is now. */
    public MigrationViews views() {
        return views;
    }
}
