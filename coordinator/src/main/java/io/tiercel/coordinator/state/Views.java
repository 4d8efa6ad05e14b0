package io.tiercel.coordinator.state;

import io.tiercel.migrate.AgentStatus;
import io.tiercel.model.BlockId;
import io.tiercel.protocol.ResidenceState;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** What the state says of itself, as values that outlive the lock. Sizes in bytes, times in milliseconds since the epoch. */
public final class Views {
    private Views() {}

    /** One block on one node; {@code cachedFor} milliseconds it has been known to be in the page cache. */
    public record Residence(
            BlockId block,
            String host,
            ResidenceState state,
            long residentBytes,
            long length,
            OptionalLong expected,
            OptionalLong cachedFor) {}

    /**
     * One message to a watcher.
     *
     * @param complete whether all requests so far are answered
     * @param requests how many there were
     */
    public record Watched(List<Residence> events, boolean complete, long requests) {}

    /** What readers on other nodes are to read from an agent's memory. */
    public record Pins(String node, String host, List<BlockId> blocks) {}

    /** How far a block of a hint has come; {@code host} and {@code reason} may be empty. */
    public record Block(
            BlockId block, String path, long offset, long length, Stage stage, String host, String reason) {}

    /** How far. */
    public enum Stage {
        PENDING,
        BOUND,
        RESIDENT,
        FAILED
    }

    /** A job's blocks by stage. */
    public record Counts(
            long wanted, long pending, long bound, long resident, long failed, long wantedBytes, long residentBytes) {}

    /** What lies, or will lie, on one node for a job. */
    public record HostShare(String host, long residentBytes, long boundBytes) {}

    /**
     * A job's progress; {@code waitingForRoom}: pending blocks for which there is no memory, and none of the others is on its way
     * any more; {@code settled}: nothing is.
     */
    public record Progress(
            Counts counts, List<HostShare> hosts, List<Block> failures, long waitingForRoom, boolean settled) {}

    /** A job. */
    public record Job(String name, String user, long leaseEnds, Counts counts) {}

    /** A device of an agent; {@code fullBytesPerSecond} with nobody else on it, as its agent has measured. */
    public record Device(
            String storage,
            String storageType,
            double bytesPerSecond,
            OptionalDouble fullBytesPerSecond,
            int queued,
            long migratedBlocks,
            long migratedBytes) {}

    /** An agent; {@code sharesDevices} if its migrations do not wait for other readers. */
    public record Agent(
            String node,
            String host,
            boolean alive,
            boolean pins,
            boolean sharesDevices,
            long budget,
            long pinned,
            List<Device> devices,
            long lastSeen) {}

    /** Everything. */
    public record Status(
            long started, List<Agent> agents, List<Job> jobs, long pendingMigrations, long pendingBytes, long blocks) {}

    /** What is in memory of a file, or on its way. */
    public record FileMemory(long pinned, long cached, long arriving) {}

    static Agent agent(AgentSession agent, AgentStatus status) {
        List<Device> devices = agent.devices.stream()
                .filter(device -> device.present)
                .map(device -> {
                    AgentStatus.DeviceStatus load = status.devices().get(device.index);
                    return new Device(
                            device.storage,
                            device.storageType,
                            load.bytesPerSecond(),
                            device.measured,
                            load.queued(),
                            device.migratedBlocks,
                            device.migratedBytes);
                })
                .toList();
        return new Agent(
                agent.node,
                agent.host,
                true,
                agent.pins,
                agent.sharesDevices,
                agent.budget,
                status.pinned(),
                devices,
                agent.lastSeenMillis);
    }

    static Agent dead(AgentSession agent) {
        return new Agent(
                agent.node,
                agent.host,
                false,
                agent.pins,
                agent.sharesDevices,
                agent.budget,
                0,
                List.of(),
                agent.lastSeenMillis);
    }

    static Block block(BlockRecord record) {
        Stage stage = Stage.valueOf(record.phase.name());
        AgentSession agent = record.agent;
        return new Block(
                record.id,
                record.path(),
                record.offset,
                record.length,
                stage,
                agent == null ? "" : agent.host,
                record.reason);
    }

    static Counts counts(JobEntry job) {
        long wantedBytes = 0;
        for (Phase phase : Phase.values()) {
            wantedBytes += job.bytes(phase);
        }
        return new Counts(
                job.blocks.size(),
                job.count(Phase.PENDING),
                job.count(Phase.BOUND),
                job.count(Phase.RESIDENT),
                job.count(Phase.FAILED),
                wantedBytes,
                job.bytes(Phase.RESIDENT));
    }
}
