package io.tiercel.migrate;

import io.tiercel.migrate.bind.MigrationBinder;
import io.tiercel.migrate.ledger.AgentEntry;
import io.tiercel.migrate.ledger.AgentRegistry;
import io.tiercel.migrate.ledger.BlockEntry;
import io.tiercel.migrate.ledger.BlockState;
import io.tiercel.migrate.ledger.Claim;
import io.tiercel.migrate.ledger.DeviceEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** The state for people. */
final class StatusReporter {
    private final MigrationBinder binder;
    private final AgentRegistry cluster;

    StatusReporter(MigrationBinder binder, AgentRegistry cluster) {
        this.binder = binder;
        this.cluster = cluster;
    }

    BlockStatus status(BlockEntry entry, long now) {
        List<String> jobs = new ArrayList<>();
        for (Claim claim = entry.claims(); claim != null; claim = claim.nextOfBlock) {
            jobs.add(claim.job.name);
        }
        DeviceEntry device = entry.device;
        return new BlockStatus(
                entry.state,
                Optional.ofNullable(device).map(there -> there.id),
                entry.state == BlockState.BOUND && device != null
                        ? OptionalDouble.of(arrival(entry, device, now))
                        : OptionalDouble.empty(),
                jobs,
                why(entry));
    }

    /** After those that were bound before it. */
    private static double arrival(BlockEntry entry, DeviceEntry device, long now) {
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
        return switch (entry.state) {
            case PENDING -> whyPending(entry);
            case IDLE -> {
                if (entry.replicas().length == 0 && entry.failure != null) {
                    yield "every agent asked for it failed, the last: " + entry.failure;
                }
                yield "it is not asked for, or was read before it came in";
            }
            case PINNED -> entry.claimed() ? "jobs claim it" : "no job claims it; it goes when room is needed";
            default -> entry.state.text();
        };
    }

    private String whyPending(BlockEntry entry) {
        int target = binder.target(entry.slot());
        if (target >= 0) {
            return "waits for " + cluster.device(target).id + " to ask, which " + binder.choice();
        }
        boolean alive = false;
        for (int device : entry.replicas()) {
            alive |= cluster.device(device).alive();
        }
        if (!alive) {
            return "waits for an agent that holds a copy to join";
        }
        return "waits for room in memory, or for the next look at all targets";
    }

    AgentStatus agent(AgentEntry agent, long now) {
        return new AgentStatus(
                agent.name,
                agent.budget.limit(),
                agent.budget.pinned(),
                agent.budget.reserved(),
                agent.leavingBytes(),
                agent.unclaimedBytes(),
                agent.devices.stream()
                        .map(device -> new AgentStatus.DeviceStatus(
                                1e9 / device.estimator().nanosPerByte(now),
                                device.bound().size()))
                        .toList());
    }
}
