package io.tiercel.migrate;

import io.tiercel.migrate.bind.FinishTimes;
import io.tiercel.migrate.bind.MigrationBinder;
import io.tiercel.migrate.bind.MigrationTargets;
import io.tiercel.migrate.bind.PendingMigration;
import io.tiercel.migrate.bind.PendingQueue;
import io.tiercel.migrate.ledger.AgentEntry;
import io.tiercel.migrate.ledger.AgentRegistry;
import io.tiercel.migrate.ledger.BlockEntry;
import io.tiercel.migrate.ledger.BlockState;
import io.tiercel.migrate.ledger.DeviceDescription;
import io.tiercel.migrate.ledger.DeviceEntry;
import io.tiercel.migrate.ledger.DeviceId;
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

/**
 * All that a coordinator decides about migrations: jobs hint what they will read, agents poll for work and report, and each poll is
 * answered with what to let go and what to bring in. Soft state only: agents that join say what they have, jobs hint anew.
 *
 * <p>Not safe for use by several threads; the host serialises all calls. Time is nanoseconds since an arbitrary origin and
 * must not go back from call to call.
 */
public final class Migrations {
    /** Targets are recomputed at most once in so many nanoseconds per pending block and device, so that it costs a few percent. */
    private static final long RETARGET_SPACING = 1_000;

    /** For how long a device was at work on what came to nothing. */
    private static final long NOT_TOLD = -1;

    private final MigrationSettings settings;
    private final MigrationBinder binder;
    private final ReferenceLedger ledger;
    private final AgentRegistry cluster;
    private final PendingQueue pending = new PendingQueue();
    private final BlockLifecycle lifecycle;
    private final WorkDispatcher handout;
    private final JobRegistry jobs;

    private boolean stale = true;
    private long retargetedAt = Long.MIN_VALUE;

    /**
     * @param binder of its own
     * @param order of eviction among blocks that nobody claims
     * @param listener told of blocks that come and go
     */
    public Migrations(
            MigrationSettings settings, MigrationBinder binder, EvictionOrder order, BlockStateListener listener) {
        this.settings = settings;
        this.binder = binder;
        ledger = new ReferenceLedger(settings.lease());
        cluster = new AgentRegistry(settings.estimator());
        lifecycle = new BlockLifecycle(settings, ledger, pending, binder, listener);
        handout = new WorkDispatcher(settings, pending, binder, lifecycle, new MemoryReclaimer(order, lifecycle));
        jobs = new JobRegistry(ledger, cluster, lifecycle);
    }

    // ---- jobs

    /**
     * A job will read these blocks; a sign of life. Pending migrations go by {@code neededBy}, earliest first; those without, after
     * them, in the order in which their jobs came, and of one job in the order of its hints.
     *
     * @param mode how the job's references end
     * @param neededBy nanoseconds at which the blocks should be in memory; {@link Long#MAX_VALUE} for none
     */
    public HintOutcome hint(String job, List<PendingMigration> blocks, EvictionMode mode, long neededBy, long now) {
        stale = true;
        return jobs.hint(job, blocks, mode, neededBy, now);
    }

    /**
     * The job will read these blocks again: none of them is evicted until it releases them or its lease ends. Blocks that no job claims
     * and no agent has are left as they are. A sign of life.
     */
    public void doNotEvict(String job, List<BlockId> blocks, long now) {
        jobs.hold(job, blocks, now);
    }

    /** The job wants nothing more of these blocks, neither references nor holds. */
    public void release(String job, List<BlockId> blocks, long now) {
        stale = true;
        jobs.release(job, blocks, now);
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

    /**
     * The job has begun to read the block, for the last time. A migration that was to serve this read and has not ended comes too late:
     * it is discarded as by {@link #read}, so that no device reads the block a second time. A block in memory stays until it has been
     * read. Not a sign of life either.
     */
    public ReadOutcome begun(String job, BlockId block, long now) {
        return jobs.begun(job, block, now);
    }

    /**
     * The job has read the block, wherever from. Ends an implicit reference; a migration that was to serve this read
     * is discarded, unless another job waits for it. Not a sign of life: a dead driver's tasks may still read.
     */
    public ReadOutcome read(String job, BlockId block, long now) {
        return jobs.read(job, block, now);
    }

    /** These versions of blocks are no more: whoever claims them, they go. */
    public void invalidate(List<BlockId> blocks, long now) {
        stale = true;
        jobs.invalidate(blocks, now);
    }

    /** Ends the jobs that were silent for longer than their lease, and lets go of blocks that nobody has claimed for too long. */
    public ExpiryResult expire(long now) {
        stale = true;
        List<String> ended = new ArrayList<>();
        List<Eviction> evictions = new ArrayList<>();
        for (JobEntry job = ledger.anyExpired(now); job != null; job = ledger.anyExpired(now)) {
            ended.add(job.name);
            evictions.addAll(jobs.end(job, EvictionReason.LEASE_EXPIRED, now));
        }
        for (AgentEntry agent : cluster.agents()) {
            while (!agent.unclaimed().isEmpty()) {
                BlockEntry oldest = agent.unclaimed().iterator().next();
                if (oldest.time > now) {
                    break;
                }
                lifecycle.evict(oldest, EvictionReason.UNUSED);
                evictions.add(new Eviction(agent.name, oldest.id, EvictionReason.UNUSED));
            }
        }
        return new ExpiryResult(ended, evictions);
    }

    // ---- agents

    /**
     * An agent offers its memory and its devices. One that has joined before and joins again is new; what it had is lost.
     *
     * @param devices by index
     * @param budget bytes of memory that migrations may take, at least 0
     * @param pinned what it has in memory already
     */
    public void agentJoined(
            String agent, List<DeviceDescription> devices, long budget, List<PinnedBlock> pinned, long now) {
        agentLost(agent, now);
        stale = true;
        AgentEntry joined = cluster.join(agent, devices, budget, now);
        for (PinnedBlock block : pinned) {
            adopt(joined, block, now);
        }
    }

    private void adopt(AgentEntry agent, PinnedBlock block, long now) {
        BlockEntry entry = ledger.block(block.block());
        boolean known = entry != null;
        if (entry == null) {
            entry = new BlockEntry(block.block(), block.bytes(), new int[0]);
        }
        EvictionReason refused = null;
        if (block.device() >= agent.devices.size()) {
            refused = EvictionReason.NOT_BOUND;
        } else if (entry.bytes != block.bytes()) {
            refused = EvictionReason.WRONG_LENGTH;
        } else if (entry.state.inMemoryOrOnTheWay()) {
            refused = EvictionReason.ELSEWHERE;
        } else if (!agent.budget.hasRoom(entry.locked())) {
            refused = EvictionReason.OVER_BUDGET;
        }
        if (refused == EvictionReason.ELSEWHERE && entry.requireDevice().agent() == agent) {
            return;
        }
        if (refused != null) {
            agent.evictStranger(block.block(), MemoryBudget.locked(block.bytes()), refused);
            return;
        }
        if (!known) {
            ledger.add(entry);
        }
        lifecycle.adopt(entry, agent.devices.get(block.device()), now);
    }

    /** The agent answers no more, and the kernel has unlocked what it had: what is still waited for is migrated elsewhere. */
    public void agentLost(String agent, long now) {
        AgentEntry lost = cluster.agent(agent);
        if (lost == null) {
            return;
        }
        stale = true;
        for (BlockEntry entry : List.copyOf(lost.blocks)) {
            lifecycle.gone(entry, now);
        }
        cluster.leave(lost);
    }

    /**
     * The agent reports how far its devices are, and asks for work for those that it lists. Empty if it has to join first.
     */
    public Optional<AgentOrders> poll(String agent, List<DeviceReport> reports, long now) {
        AgentEntry asking = cluster.agent(agent);
        if (asking == null) {
            return Optional.empty();
        }
        for (DeviceReport report : reports) {
            handout.report(device(asking, report), report, now);
        }
        retargetIfDue(now);
        List<BoundMigration> migrate = new ArrayList<>();
        for (DeviceReport report : reports) {
            migrate.addAll(handout.orders(device(asking, report), report, now));
        }
        return Optional.of(new AgentOrders(asking.tell(), migrate));
    }

    /**
     * The agent has measured what a device yields with nobody else on it.
     *
     * @param device its index; one that the agent does not have tells nothing
     * @param bytesPerSecond above 0, finite
     */
    public void measured(String agent, int device, double bytesPerSecond, long now) {
        AgentEntry measuring = cluster.agent(agent);
        if (measuring != null && device < measuring.devices.size()) {
            stale = true;
            measuring.devices.get(device).estimator().fullBandwidth(bytesPerSecond, now);
        }
    }

    private static DeviceEntry device(AgentEntry agent, DeviceReport report) {
        if (report.device() >= agent.devices.size()) {
            throw new IllegalArgumentException(
                    agent.name + ": expected a device below " + agent.devices.size() + ", got " + report.device());
        }
        return agent.devices.get(report.device());
    }

    /**
     * The agent has a block in memory that it was asked for.
     *
     * @param bytes that came in
     * @param duration nanoseconds that it took, waiting in the agent's queue left out
     */
    public ReportOutcome migrated(String agent, BlockId block, long bytes, long duration, long now) {
        AgentEntry reporting = cluster.agent(agent);
        if (reporting == null) {
            return ReportOutcome.UNKNOWN_AGENT;
        }
        BlockEntry entry = ledger.block(block);
        DeviceEntry device = entry == null ? null : entry.device;
        if (entry == null || device == null || device.agent() != reporting) {
            reporting.evictStranger(block, MemoryBudget.locked(Math.max(0, bytes)), EvictionReason.NOT_BOUND);
            return ReportOutcome.NOT_BOUND;
        }
        if (!device.bound().contains(entry)) {
            return ReportOutcome.REPEATED;
        }
        stale = true;
        if (bytes != entry.bytes) {
            lifecycle.exclude(entry, device);
            if (entry.state == BlockState.BOUND) {
                lifecycle.evict(entry, EvictionReason.WRONG_LENGTH);
            }
            lifecycle.cameIn(entry, now);
            return ReportOutcome.WRONG_LENGTH;
        }
        learn(device, entry, duration, now);
        lifecycle.cameIn(entry, now);
        follow(device, now);
        return ReportOutcome.ACCEPTED;
    }

    /**
     * A migration cannot have taken longer than since it was bound, nor no time at all: nonsense teaches nothing. The time is that in
     * which its device was at work on it.
     */
    private static void learn(DeviceEntry device, BlockEntry entry, long duration, long now) {
        if (duration > 0 && duration <= now - entry.time) {
            device.estimator().finished(entry.bytes, duration, now);
        } else {
            device.estimator().idle(now);
        }
    }

    /** The agent goes on with the next in its queue. */
    private static void follow(DeviceEntry device, long now) {
        if (!device.bound().isEmpty()) {
            device.estimator().running(device.bound().get(0).bytes, now, now);
        }
    }

    /** The agent could not bring in a block that it was asked for; it is tried elsewhere. {@code why} is one clause. */
    public ReportOutcome failed(String agent, BlockId block, String why, long now) {
        return let(agent, block, why, NOT_TOLD, now);
    }

    /**
     * As {@link #failed(String, BlockId, String, long)}.
     *
     * @param served nanoseconds for which the device was at work on it, and not kept from it by others
     */
    public ReportOutcome failed(String agent, BlockId block, String why, long served, long now) {
        return let(agent, block, why, Math.max(0, served), now);
    }

    /**
     * The agent has let go of a block: because it was told to, or, {@code why} then says it in one clause, on its own account. In that
     * case it is not asked for the block again.
     */
    public ReportOutcome dropped(String agent, BlockId block, String why, long now) {
        return let(agent, block, why, NOT_TOLD, now);
    }

    private ReportOutcome let(String agent, BlockId block, String why, long served, long now) {
        AgentEntry reporting = cluster.agent(agent);
        if (reporting == null) {
            return ReportOutcome.UNKNOWN_AGENT;
        }
        BlockEntry entry = ledger.block(block);
        DeviceEntry device = entry == null ? null : entry.device;
        if (entry == null || device == null || device.agent() != reporting || reporting.hasStranger(block)) {
            reporting.strangerLeft(block);
            return ReportOutcome.REPEATED;
        }
        stale = true;
        if (entry.state != BlockState.LEAVING) {
            lifecycle.exclude(entry, device);
            entry.failure = device.id + ": " + why;
        }
        boolean ran = !device.bound().isEmpty() && device.bound().get(0) == entry;
        lifecycle.gone(entry, now);
        if (ran) {
            if (served == NOT_TOLD) {
                device.estimator().idle(now);
            } else {
                device.estimator().givenUp(served, now);
            }
            follow(device, now);
        }
        return ReportOutcome.ACCEPTED;
    }

    // ---- targets

    /** Recomputes all targets now. A poll does so by itself when it is time. */
    public void retarget(long now) {
        stale = false;
        retargetedAt = now;
        binder.retarget(pending, cluster.finishTimes(now));
    }

    private void retargetIfDue(long now) {
        long spacing = RETARGET_SPACING * (pending.size() + cluster.devices());
        boolean first = retargetedAt == Long.MIN_VALUE;
        if (pending.size() > 0 && (first || now - retargetedAt >= (stale ? spacing : settings.pollInterval()))) {
            retarget(now);
        }
    }

    // ---- for people, and for schedulers

    /** Where a block is and why; empty if no job claims it and no agent has it. */
    public Optional<BlockStatus> status(BlockId block, long now) {
        BlockEntry entry = ledger.block(block);
        return entry == null ? Optional.empty() : Optional.of(views().status(entry, now));
    }

    /**
     * Nanoseconds until each of these blocks is expected in memory: 0 for one that is there, infinity for one that nothing brings in, for
     * want of a claim, an agent, or room. Pending ones are laid out over the devices as {@link MigrationTargets} does it, after all that
     * goes before them; a device is asked within a poll interval. Looks at every pending block.
     */
    public List<Double> expectedIn(List<BlockId> blocks, long now) {
        double[] bySlot = new double[pending.slots()];
        Arrays.fill(bySlot, Double.POSITIVE_INFINITY);
        FinishTimes times = cluster.finishTimes(now);
        int[] replicas = pending.replicas().values();
        pending.forEach(slot -> {
            int device = times.target(
                    replicas, pending.from(slot), pending.to(slot), pending.charged(slot), pending.locked(slot));
            if (device >= 0) {
                bySlot[slot] = settings.pollInterval() + times.finish(device);
            }
        });
        return blocks.stream()
                .map(block -> expectedIn(ledger.block(block), bySlot, now))
                .toList();
    }

    private double expectedIn(@Nullable BlockEntry entry, double[] bySlot, long now) {
        if (entry == null) {
            return Double.POSITIVE_INFINITY;
        }
        return switch (entry.state) {
            case PENDING -> bySlot[entry.slot()];
            case BOUND -> views().status(entry, now).expectedIn().orElse(Double.POSITIVE_INFINITY);
            case PINNED -> 0;
            default -> Double.POSITIVE_INFINITY;
        };
    }

    /** The device at which a block is bound or, while it is pending, targeted by now; empty if that is open. */
    public Optional<DeviceId> target(BlockId block) {
        BlockEntry entry = ledger.block(block);
        if (entry == null) {
            return Optional.empty();
        }
        int targeted = entry.state == BlockState.PENDING ? binder.target(entry.slot()) : -1;
        DeviceEntry device = targeted >= 0 ? cluster.device(targeted) : entry.device;
        return Optional.ofNullable(device).map(there -> there.id);
    }

    /** Whether a block is pending because every agent that could bring it in is full of what jobs claim. */
    public boolean waitsForRoom(BlockId block) {
        BlockEntry entry = ledger.block(block);
        return entry != null && entry.state == BlockState.PENDING && cluster.full(entry);
    }

    /** All agents that have joined, in the order in which they did. */
    public List<AgentStatus> agents(long now) {
        return cluster.agents().stream().map(agent -> views().agent(agent, now)).toList();
    }

    /** All jobs, those first whose leases end first. */
    public List<JobStatus> jobs() {
        return ledger.jobs().stream()
                .map(job -> new JobStatus(job.name, job.size(), job.leaseEnds))
                .toList();
    }

    /** How many blocks wait to be bound. */
    public int pending() {
        return pending.size();
    }

    /** How many blocks are claimed or in memory. */
    public int blocks() {
        return ledger.blocks().size();
    }

    private StatusReporter views() {
        return new StatusReporter(binder, cluster);
    }
}
