package io.tiercel.migrate.status;

import io.tiercel.migrate.bind.MigrationBinder;
import io.tiercel.migrate.ledger.AgentEntry;
import io.tiercel.migrate.ledger.AgentMemory;
import io.tiercel.migrate.ledger.AgentRegistry;
import io.tiercel.migrate.ledger.BlockEntry;
import io.tiercel.migrate.ledger.BlockState;
import io.tiercel.migrate.ledger.DeviceEntry;
import io.tiercel.migrate.ledger.FileEntry;
import io.tiercel.migrate.ledger.JobEntry;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** The state for people and for schedulers. */
final class StatusReporter {
    private final MigrationBinder binder;
    private final AgentRegistry agents;

    StatusReporter(MigrationBinder binder, AgentRegistry agents) {
        this.binder = binder;
        this.agents = agents;
    }

    BlockStatus block(BlockEntry entry, long now) {
        DeviceEntry device = entry.device();
        FileEntry file = entry.file();
        return new BlockStatus(
                entry.id,
                file == null ? "" : file.version.path(),
                entry.offset(),
                entry.bytes,
                entry.state(),
                entry.phase(),
                Optional.ofNullable(device).map(there -> there.id),
                entry.state() == BlockState.BOUND && device != null
                        ? OptionalDouble.of(arrival(entry, device, now))
                        : OptionalDouble.empty(),
                entry.jobs(),
                why(entry));
    }

    BlockPlace place(BlockEntry entry) {
        return new BlockPlace(entry.state(), Optional.ofNullable(entry.device()).map(there -> there.id), entry.bytes);
    }

    List<ReplicaStatus> replicas(BlockEntry entry) {
        return Arrays.stream(entry.places())
                .mapToObj(agents::device)
                .map(device -> new ReplicaStatus(device.agent.name, device.agent.host(), device.storageType()))
                .toList();
    }

    /** Nanoseconds until a bound block is in memory: after those that were bound before it. */
    double arrival(BlockEntry entry, DeviceEntry device, long now) {
        double nanos = 0;
        for (BlockEntry each : device.bound()) {
            nanos += device.estimator().nanosFor(each.bytes, now);
            if (each == entry) {
                break;
            }
        }
        return nanos;
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
            case PINNED -> entry.isClaimed() ? "jobs claim it" : "no job claims it; it goes when room is needed";
            default -> entry.state().text();
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

    AgentStatus agent(AgentEntry agent, long now) {
        AgentMemory memory = agent.memory();
        return new AgentStatus(
                agent.name,
                memory.budget().limit(),
                memory.budget().pinned(),
                memory.budget().reserved(),
                memory.leavingBytes(),
                memory.unclaimedBytes(),
                agent.aliveDevices().stream()
                        .map(device -> new AgentStatus.DeviceStatus(
                                device.storage,
                                device.storageType(),
                                1e9 / device.estimator().nanosPerByte(now),
                                device.measured(),
                                device.bound().size(),
                                device.migratedBlocks(),
                                device.migratedBytes()))
                        .toList());
    }

    Map<String, JobShare> shares(JobEntry job) {
        Map<String, JobShare> shares = new HashMap<>();
        for (BlockEntry block : job.blocks()) {
            DeviceEntry device = block.device();
            if (device != null && block.state() == BlockState.PINNED) {
                shares.merge(device.agent.name, new JobShare(block.bytes, 0), JobShare::plus);
            } else if (device != null && block.state() == BlockState.BOUND) {
                shares.merge(device.agent.name, new JobShare(0, block.bytes), JobShare::plus);
            }
        }
        return shares;
    }

    JobStatus job(JobEntry job) {
        return new JobStatus(job.name, job.user, job.number, job.lease(), job.leaseEnds(), job.counts(), job.changes());
    }
}
