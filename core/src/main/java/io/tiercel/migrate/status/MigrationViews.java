package io.tiercel.migrate.status;

import io.tiercel.migrate.bind.FinishTimes;
import io.tiercel.migrate.bind.MigrationBinder;
import io.tiercel.migrate.bind.PendingQueue;
import io.tiercel.migrate.estimate.EstimatorSettings;
import io.tiercel.migrate.ledger.AgentEntry;
import io.tiercel.migrate.ledger.AgentRegistry;
import io.tiercel.migrate.ledger.BlockEntry;
import io.tiercel.migrate.ledger.BlockState;
import io.tiercel.migrate.ledger.DeviceEntry;
import io.tiercel.migrate.ledger.DeviceId;
import io.tiercel.migrate.ledger.FileEntry;
import io.tiercel.migrate.ledger.JobEntry;
import io.tiercel.migrate.ledger.JobId;
import io.tiercel.migrate.ledger.MemoryBudget;
import io.tiercel.migrate.ledger.ReferenceLedger;
import io.tiercel.model.BlockId;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** The state of migrations, as values. Changes nothing. Times in nanoseconds. */
public final class MigrationViews {
    private final long pollInterval;
    private final EstimatorSettings estimator;
    private final ReferenceLedger ledger;
    private final AgentRegistry agents;
    private final PendingQueue pending;
    private final MigrationBinder binder;

    /** @param pollInterval time between two polls of an agent */
    public MigrationViews(
            long pollInterval,
            EstimatorSettings estimator,
            ReferenceLedger ledger,
            AgentRegistry agents,
            PendingQueue pending,
            MigrationBinder binder) {
        this.pollInterval = pollInterval;
        this.estimator = estimator;
        this.ledger = ledger;
        this.agents = agents;
        this.pending = pending;
        this.binder = binder;
    }

    // ---- blocks

    /** Where a block is and why; empty if no job claims it and no agent has it. */
    public Optional<BlockStatus> status(BlockId block, long now) {
        return Optional.ofNullable(ledger.block(block)).map(entry -> status(entry, now));
    }

    BlockStatus status(BlockEntry entry, long now) {
        FileEntry file = entry.file();
        return new BlockStatus(
                entry.id,
                file == null ? "" : file.version.path(),
                entry.offset(),
                entry.bytes,
                entry.state(),
                entry.phase(),
                device(entry),
                entry.state() == BlockState.BOUND ? OptionalDouble.of(arrival(entry, now)) : OptionalDouble.empty(),
                entry.jobs(),
                why(entry));
    }

    private static Optional<DeviceId> device(BlockEntry entry) {
        return Optional.ofNullable(entry.device()).map(device -> device.id);
    }

    private String why(BlockEntry entry) {
        return switch (entry.state()) {
            case PENDING -> whyPending(entry);
            case IDLE -> {
                String failure = entry.failure();
                yield entry.sources().length == 0 && failure != null
                        ? failure
                        : "it is not asked for, or was read before it came in";
            }
            case BOUND -> "is being migrated";
            case PINNED -> entry.isClaimed() ? "jobs claim it" : "no job claims it; it goes when room is needed";
            case LEAVING -> "leaves memory";
        };
    }

    private String whyPending(BlockEntry entry) {
        int target = binder.target(entry.slot());
        if (target >= 0) {
            return "waits for " + agents.device(target).id + " to ask, which " + binder.choice();
        }
        boolean alive = Arrays.stream(entry.sources())
                .anyMatch(source -> agents.device(source).isAlive());
        return alive
                ? "waits for room in memory, or for the next look at all targets"
                : "waits for an agent that holds a copy to join";
    }

    /** Where a block is; empty if no job claims it and no agent has it. */
    public Optional<BlockPlace> place(BlockId block) {
        return Optional.ofNullable(ledger.block(block))
                .map(entry -> new BlockPlace(entry.state(), device(entry), entry.bytes));
    }

    /** All replicas of a block that were named when it was hinted last, on nodes without agents too. */
    public List<ReplicaStatus> replicas(BlockId block) {
        BlockEntry entry = ledger.block(block);
        return entry == null
                ? List.of()
                : Arrays.stream(entry.places())
                        .mapToObj(agents::device)
                        .map(device -> new ReplicaStatus(device.agent.name, device.agent.host(), device.storageType()))
                        .toList();
    }

    /** When blocks are expected in memory, by all that is known now. Looks at every pending block. */
    public ExpectedArrivals arrivals(long now) {
        return new ExpectedArrivals(pollInterval, ledger, agents, pending, FinishTimes.of(agents, estimator, now), now);
    }

    /**
     * Time until each of these blocks is expected in memory: 0 for one that is there, infinity for one that nothing brings in, for want
     * of a claim, an agent, or room. Looks at every pending block.
     */
    public List<Double> expectedIn(List<BlockId> blocks, long now) {
        return arrivals(now).of(blocks, now);
    }

    /** Time until a bound block is in memory: after those that were bound before it. */
    static double arrival(BlockEntry entry, long now) {
        DeviceEntry device = entry.requireDevice();
        double nanos = 0;
        for (BlockEntry each : device.bound) {
            nanos += device.estimator().nanosFor(each.bytes, now);
            if (each == entry) {
                break;
            }
        }
        return nanos;
    }

    /** The device at which a block is bound or, while it is pending, targeted by now; empty if that is open. */
    public Optional<DeviceId> target(BlockId block) {
        BlockEntry entry = ledger.block(block);
        if (entry == null) {
            return Optional.empty();
        }
        int targeted = entry.state() == BlockState.PENDING ? binder.target(entry.slot()) : -1;
        return targeted >= 0 ? Optional.of(agents.device(targeted).id) : device(entry);
    }

    /** Whether a block is pending because every agent that could bring it in is full of what jobs claim. */
    public boolean waitsForRoom(BlockId block) {
        BlockEntry entry = ledger.block(block);
        return entry != null && waitsForRoom(entry);
    }

    boolean waitsForRoom(BlockEntry entry) {
        return entry.state() == BlockState.PENDING && agents.isFull(entry);
    }

    /** How many blocks are claimed or in memory. */
    public int blocks() {
        return ledger.blocks().size();
    }

    /** Estimate of the heap that blocks, jobs, their claims and files take, in bytes. */
    public long heapBytes() {
        return ledger.heapBytes();
    }

    /** How many blocks wait to be bound. */
    public int pending() {
        return pending.size();
    }

    public long pendingBytes() {
        return pending.bytes();
    }

    // ---- jobs

    /** All jobs, in the order of their last sign of life. */
    public List<JobStatus> jobs() {
        return ledger.jobs().stream().map(MigrationViews::job).toList();
    }

    /** The names of all jobs, in the order of their last sign of life. */
    public List<JobId> jobIds() {
        return ledger.jobs().stream().map(job -> job.id).toList();
    }

    /** The jobs of one user, in the order of arrival. */
    public List<JobStatus> jobsOf(String user) {
        return ledger.jobsOf(user).stream().map(MigrationViews::job).toList();
    }

    /** How many jobs a user has. */
    public int countOf(String user) {
        return ledger.jobsOf(user).size();
    }

    public Optional<JobStatus> job(JobId id) {
        return Optional.ofNullable(ledger.job(id)).map(MigrationViews::job);
    }

    public static JobStatus job(JobEntry job) {
        return new JobStatus(job.id, job.number, job.lease(), job.leaseEnds(), job.counts(), job.changes());
    }

    /**
     * A look at a job's blocks, by its steps; empty if the job is not known.
     *
     * @param isForRoom whether to stop at the first block that may still come in
     */
    public Optional<JobLook> look(JobId id, boolean isForRoom) {
        return Optional.ofNullable(ledger.job(id)).map(job -> new JobLook(this, job, isForRoom));
    }

    // ---- agents

    /** All agents that answer, in the order in which they joined. */
    public List<AgentStatus> agents(long now) {
        return agents.alive().stream().map(agent -> agent(agent, now)).toList();
    }

    /** One agent; empty if it does not answer. */
    public Optional<AgentStatus> agent(String name, long now) {
        return Optional.ofNullable(agents.alive(name)).map(agent -> agent(agent, now));
    }

    private static AgentStatus agent(AgentEntry agent, long now) {
        MemoryBudget memory = agent.memory().budget;
        return new AgentStatus(
                agent.name,
                memory.limit(),
                memory.pinned(),
                memory.reserved(),
                agent.aliveDevices().stream()
                        .map(device -> new AgentStatus.DeviceStatus(
                                device.storage,
                                device.storageType(),
                                1e9 / device.estimator().nanosPerByte(now),
                                device.measured(),
                                device.curve(),
                                device.bound.size(),
                                device.migratedBlocks(),
                                device.migratedBytes()))
                        .toList());
    }

    /** The blocks in an agent's memory; nothing if it does not answer. */
    public List<BlockId> pinned(String agent) {
        AgentEntry entry = agents.alive(agent);
        return entry == null
                ? List.of()
                : entry.memory().blocks.stream()
                        .filter(block -> block.state() == BlockState.PINNED)
                        .map(block -> block.id)
                        .toList();
    }

    /** A replica of a block: its node, as block locations name that, and the kind of storage, as HDFS names it. */
    public record ReplicaStatus(String node, String host, String storageType) {}

    /** Where a block of so many bytes is, cheaply. The device is where it is bound, pinned or leaving. */
    public record BlockPlace(BlockState state, Optional<DeviceId> device, long bytes) {
        public boolean isAt(String agent, BlockState wanted) {
            return state == wanted && device.isPresent() && device.get().agent().equals(agent);
        }
    }
}
