package io.tiercel.coordinator.state;

import io.tiercel.migrate.Migrations;
import io.tiercel.migrate.PinnedBlock;
import io.tiercel.migrate.ledger.DeviceDescription;
import io.tiercel.migrate.ledger.DeviceId;
import io.tiercel.model.BlockId;
import io.tiercel.protocol.Device;
import io.tiercel.protocol.Held;
import io.tiercel.protocol.RegisterRequest;
import java.util.List;
import java.util.OptionalDouble;

/** Agents come and go. */
final class RegistrationHandler {
    /** No agent has that many devices: a block there is not the agent's to hold. */
    private static final int NO_DEVICE = Integer.MAX_VALUE;

    private final Migrations migrations;
    private final AgentSessions sessions;
    private final ResidencySubscriptions subscriptions;
    private final Clock clock;

    RegistrationHandler(
            Migrations migrations, AgentSessions sessions, ResidencySubscriptions subscriptions, Clock clock) {
        this.migrations = migrations;
        this.sessions = sessions;
        this.subscriptions = subscriptions;
        this.clock = clock;
    }

    /** Takes an agent in. */
    AgentSession register(RegisterRequest request, long now) {
        lost(request.getNode());
        AgentSession agent = sessions.begin(request, clock.millis());
        List<DeviceDescription> devices = request.getDevicesList().stream()
                .map(device -> description(agent, device))
                .toList();
        List<PinnedBlock> held =
                request.getHeldList().stream().map(each -> held(agent, each)).toList();
        migrations.agentJoined(agent.node, agent.host(), devices, request.getBudgetBytes(), held, now);
        subscriptions.joined(agent);
        return agent;
    }

    private DeviceDescription description(AgentSession agent, Device device) {
        DeviceId id = migrations.device(agent.node, agent.host(), device.getStorage(), device.getStorageType());
        agent.add(device.getStorage(), id.device());
        return new DeviceDescription(
                device.getStorage(),
                device.getStorageType(),
                device.hasBytesPerSecond() ? OptionalDouble.of(device.getBytesPerSecond()) : OptionalDouble.empty());
    }

    /** A block for which there is no room in the records, or no device, is given back. */
    private PinnedBlock held(AgentSession agent, Held held) {
        BlockId block = Translation.block(held.getBlock());
        boolean taken = held.getBytes() > 0 && (subscriptions.isKnown(block) || !subscriptions.isFull());
        int device = taken ? agent.device(held.getStorage()).orElse(NO_DEVICE) : NO_DEVICE;
        return new PinnedBlock(block, device, Math.max(1, held.getBytes()));
    }

    /** The agent answers no more; what it said of its page cache does not hold any longer. Returns its host. */
    String lost(String node) {
        AgentSession agent = sessions.find(node);
        if (agent == null) {
            return node;
        }
        sessions.end(agent);
        subscriptions.left(agent);
        return agent.host();
    }
}
