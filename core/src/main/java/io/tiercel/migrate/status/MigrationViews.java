package io.tiercel.migrate.status;

import io.tiercel.migrate.bind.MigrationBinder;
import io.tiercel.migrate.bind.PendingQueue;
import io.tiercel.migrate.estimate.EstimatorSettings;
import io.tiercel.migrate.ledger.AgentEntry;
import io.tiercel.migrate.ledger.AgentRegistry;
import io.tiercel.migrate.ledger.BlockEntry;
import io.tiercel.migrate.ledger.BlockPhase;
import io.tiercel.migrate.ledger.BlockState;
import io.tiercel.migrate.ledger.DeviceEntry;
import io.tiercel.migrate.ledger.DeviceId;
import io.tiercel.migrate.ledger.JobEntry;
import io.tiercel.migrate.ledger.ReferenceLedger;
import io.tiercel.model.BlockId;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The state of migrations, as values. Changes nothing. Times in nanoseconds. */
public final class MigrationViews {
    private final ReferenceLedger ledger;
    private final AgentRegistry agents;
    private final PendingQueue pending;
    private final MigrationBinder binder;
    private final StatusReporter status;
    private final ArrivalEstimator arrivals;

    /** @param pollInterval time between two polls of an agent */
    public MigrationViews(
            long pollInterval,
            EstimatorSettings estimator,
            ReferenceLedger ledger,
            AgentRegistry agents,
            PendingQueue pending,
            MigrationBinder binder) {
        this.ledger = ledger;
        this.agents = agents;
        this.pending = pending;
        this.binder = binder;
        this.status = new StatusReporter(binder, agents);
        this.arrivals = new ArrivalEstimator(pollInterval, estimator, ledger, agents, pending, status);
    }

    /** Where a block is and why; empty if no job claims it and no agent has it. */
    public Optional<BlockStatus> status(BlockId block, long now) {
        return Optional.ofNullable(ledger.block(block)).map(entry -> status.block(entry, now));
    }

    /** Where a block is; empty if no job claims it and no agent has it. */
    public Optional<BlockPlace> place(BlockId block) {
        return Optional.ofNullable(ledger.block(block)).map(status::place);
    }

    /** All replicas of a block that were named when it was hinted last, on nodes without agents too. */
    public List<ReplicaStatus> replicas(BlockId block) {
        BlockEntry entry = ledger.block(block);
        return entry == null ? List.of() : status.replicas(entry);
    }

    /**
     * Nanoseconds until each of these blocks is expected in memory: 0 for one that is there, infinity for one that nothing brings in, for
     * want of a claim, an agent, or room. Pending ones are laid out over the devices by DYRS' algorithm 1, after all that goes before
     * them; a device is asked within a poll interval. Looks at every pending block.
     */
    public List<Double> expectedIn(List<BlockId> blocks, long now) {
        return arrivals.expectedIn(blocks, now);
    }

    /** The device at which a block is bound or, while it is pending, targeted by now; empty if that is open. */
    public Optional<DeviceId> target(BlockId block) {
        BlockEntry entry = ledger.block(block);
        if (entry == null) {
            return Optional.empty();
        }
        int targeted = entry.state() == BlockState.PENDING ? binder.target(entry.slot()) : -1;
        DeviceEntry device = targeted >= 0 ? agents.device(targeted) : entry.device();
        return Optional.ofNullable(device).map(there -> there.id);
    }

    /** Whether a block is pending because every agent that could bring it in is full of what jobs claim. */
    public boolean waitsForRoom(BlockId block) {
        BlockEntry entry = ledger.block(block);
        return entry != null && waitsForRoom(entry);
    }

    private boolean waitsForRoom(BlockEntry entry) {
        return entry.state() == BlockState.PENDING && agents.isFull(entry);
    }

    /** How many blocks the job waits for in vain until somebody gives memory back; 0 while anything of it may still come in. */
    public long waitingForRoom(String job) {
        JobEntry entry = ledger.job(job);
        if (entry == null || entry.count(BlockPhase.BOUND) > 0 || entry.count(BlockPhase.PENDING) == 0) {
            return 0;
        }
        boolean allWait =
                entry.blocks().stream().allMatch(block -> block.phase() != BlockPhase.PENDING || waitsForRoom(block));
        return allWait ? entry.count(BlockPhase.PENDING) : 0;
    }

    /** All agents that answer, in the order in which they joined. */
    public List<AgentStatus> agents(long now) {
        return agents.alive().stream().map(agent -> status.agent(agent, now)).toList();
    }

    /** All jobs, in the order of their last sign of life. */
    public List<JobStatus> jobs() {
        return ledger.jobs().stream().map(status::job).toList();
    }

    public Optional<JobStatus> job(String name) {
        return Optional.ofNullable(ledger.job(name)).map(status::job);
    }

    public JobStatus job(JobEntry job) {
        return status.job(job);
    }

    /** Claimed blocks of a job that will not come in, with reasons; nothing if it is unknown. */
    public List<BlockStatus> failed(String job, long now) {
        JobEntry entry = ledger.job(job);
        return entry == null
                ? List.of()
                : entry.blocks().stream()
                        .filter(block -> block.phase() == BlockPhase.FAILED)
                        .map(block -> status.block(block, now))
                        .toList();
    }

    /** A job's blocks in memory or on their way there, by agent; nothing if the job is unknown. */
    public Map<String, JobShare> shares(String job) {
        JobEntry entry = ledger.job(job);
        return entry == null ? Map.of() : status.shares(entry);
    }

    /** The blocks in an agent's memory; nothing if it does not answer. */
    public List<BlockId> pinned(String agent) {
        AgentEntry entry = agents.alive(agent);
        return entry == null
                ? List.of()
                : entry.memory().blocks().stream()
                        .filter(block -> block.state() == BlockState.PINNED)
                        .map(block -> block.id)
                        .toList();
    }

    /** How many blocks wait to be bound. */
    public int pending() {
        return pending.size();
    }

    /** Bytes of the blocks that wait to be bound. */
    public long pendingBytes() {
        return pending.bytes();
    }

    /** How many blocks are claimed or in memory. */
    public int blocks() {
        return ledger.blocks().size();
    }
}
