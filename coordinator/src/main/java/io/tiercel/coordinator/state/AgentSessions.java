package io.tiercel.coordinator.state;

import io.tiercel.migrate.PinnedBlock;
import io.tiercel.migrate.ledger.BlockState;
import io.tiercel.migrate.ledger.DeviceDescription;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** Agents come and go. */
final class AgentSessions {
    /** A storage that a hint named and its agent does not have: never the best of several, and never asking. */
    private static final double ABSENT = 1;

    private final World world;
    private final Aftermath aftermath;
    private final ResidencySubscriptions watch;
    private long sessions;

    /** When to look for blocks that wait for an agent in vain; {@link Long#MAX_VALUE} if none can. Nanoseconds. */
    private long sweepAt;

    AgentSessions(World world, Aftermath aftermath, ResidencySubscriptions watch) {
        this.world = world;
        this.aftermath = aftermath;
        this.watch = watch;
        sweepAt = world.started + world.settings.agentLease();
    }

    /** Takes an agent in and returns its session. */
    long register(Registration registration, long now) {
        AgentSession agent = world.agents.entry(registration.node(), registration.host());
        if (agent.alive) {
            world.agents.dead(agent);
        }
        forget(agent);
        agent.host = registration.host();
        agent.pins = registration.pins();
        agent.sharesDevices = registration.sharesDevices();
        agent.budget = registration.budget();
        // Distinct from those of a coordinator before and after this one.
        agent.session = (world.startedMillis << 20) + ++sessions;
        seen(agent, now);
        world.agents.alive(agent);
        List<DeviceDescription> specs = devices(agent, registration);
        world.migrations.agentJoined(agent.node, specs, agent.budget, held(agent, registration), now);
        aftermath.settle(now);
        for (Registration.Held held : registration.held()) {
            BlockRecord record = world.blocks.get(held.block());
            if (record != null) {
                aftermath.sync(record, now);
            }
        }
        watch.joined(agent);
        world.pins.again(agent);
        return agent.session;
    }

    private static List<DeviceDescription> devices(AgentSession agent, Registration registration) {
        agent.devices.forEach(device -> device.present = false);
        List<Double> speeds = new ArrayList<>();
        agent.devices.forEach(device -> speeds.add(ABSENT));
        for (Registration.Storage storage : registration.storages()) {
            DeviceEntry device = agent.device(storage.id(), storage.type());
            device.storageType = storage.type();
            device.present = true;
            device.measured = OptionalDouble.empty();
            device.measured(storage.bytesPerSecond());
            double speed = device.measured.orElseGet(() -> guess(storage.type()));
            if (device.index == speeds.size()) {
                speeds.add(speed);
            } else {
                speeds.set(device.index, speed);
            }
        }
        return speeds.stream().map(DeviceDescription::new).toList();
    }

    /** Bytes per second of a device that its agent has yet to measure. */
    private static double guess(String storageType) {
        return switch (storageType) {
            case "RAM_DISK", "NVDIMM" -> 3e9;
            case "SSD" -> 5e8;
            default -> 1e8;
        };
    }

    private List<PinnedBlock> held(AgentSession agent, Registration registration) {
        List<PinnedBlock> pinned = new ArrayList<>();
        for (Registration.Held held : registration.held()) {
            DeviceEntry device = agent.find(held.storage());
            boolean unknown = world.full() && !world.blocks.containsKey(held.block());
            if (device == null || !device.present || held.bytes() <= 0 || unknown) {
                agent.strays.add(held.block());
                continue;
            }
            BlockRecord record = world.record(held.block());
            if (record.length == 0) {
                record.length = held.bytes();
            }
            pinned.add(new PinnedBlock(held.block(), device.index, held.bytes()));
        }
        return pinned;
    }

    void seen(AgentSession agent, long now) {
        agent.lastSeen = now;
        agent.lastSeenMillis = world.clock.millis();
    }

    /** Lets go of those that were silent for too long; says which. */
    List<String> expire(long now) {
        List<String> lost = new ArrayList<>();
        for (AgentSession agent : List.copyOf(world.agents.all())) {
            if (agent.alive && now - agent.lastSeen > world.settings.agentLease()) {
                world.agents.dead(agent);
                agent.lost = true;
                agent.lostAt = now;
                world.migrations.agentLost(agent.node, now);
                forget(agent);
                aftermath.settle(now);
                lost.add(agent.host);
                sweepAt = Math.min(sweepAt, now + world.settings.agentLease());
            }
        }
        if (now >= sweepAt) {
            sweepAt = Long.MAX_VALUE;
            giveUpOrphans(now);
        }
        return lost;
    }

    /** Blocks that wait for an agent, and no agent that is there could bring them in. */
    private void giveUpOrphans(long now) {
        for (BlockRecord record : List.copyOf(world.blocks.values())) {
            if (record.phase != Phase.PENDING || record.jobs.isEmpty() || hasAgent(record)) {
                continue;
            }
            aftermath.phase(record, Phase.FAILED, "none of the nodes with a replica runs an agent");
            for (JobEntry job : record.jobs) {
                world.migrations.release(job.name, List.of(record.id), now);
            }
        }
        aftermath.settle(now);
    }

    private boolean hasAgent(BlockRecord record) {
        return record.replicas.stream().anyMatch(place -> {
            AgentSession agent = world.agents.find(place.node());
            DeviceEntry device = agent == null || !agent.alive ? null : agent.find(place.storage());
            return device != null && device.present;
        });
    }

    private void forget(AgentSession agent) {
        agent.forgetOrders();
        watch.left(agent);
    }

    /** A block that a reader of the page cache has brought in has left it again. */
    static boolean leftTheCache(AgentSession agent, BlockRecord record, long bytes) {
        return !agent.pins && bytes == 0 && record.isIn(agent, BlockState.PINNED);
    }
}
