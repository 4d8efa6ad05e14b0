package io.tiercel.coordinator.state;

import io.tiercel.migrate.Migrations;
import io.tiercel.model.BlockId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The pinned replicas of each agent that remote readers may use, and which lists have changed since the last report. */
final class PinnedReplicaLists {
    private final Migrations migrations;
    private final AgentSessions agents;
    private final RemoteReads when;

    /** The list of each agent as last published. An agent without one gets its list again, changed or not. */
    private final Map<AgentSession, List<BlockId>> told = new HashMap<>();

    private final Set<AgentSession> changed = new LinkedHashSet<>();

    PinnedReplicaLists(Migrations migrations, AgentSessions agents, RemoteReads when) {
        this.migrations = migrations;
        this.agents = agents;
        this.when = when;
        agents.all().forEach(agent -> told.put(agent, List.of()));
        changed.addAll(agents.all());
    }

    void changed(AgentSession agent) {
        if (when != RemoteReads.NEVER && agent.pins()) {
            changed.add(agent);
        }
    }

    /** The lists of some of the agents whose lists have changed. */
    List<PinnedReplicas> take(int most) {
        List<PinnedReplicas> taken = new ArrayList<>();
        for (AgentSession agent : List.copyOf(changed)) {
            if (taken.size() == most) {
                break;
            }
            changed.remove(agent);
            List<BlockId> list = list(agent);
            if (!list.equals(told.put(agent, list))) {
                taken.add(new PinnedReplicas(agent.node, agent.host(), list));
            }
        }
        return taken;
    }

    private List<BlockId> list(AgentSession agent) {
        return agent.pins() && when != RemoteReads.NEVER
                ? migrations.views().pinned(agent.node).stream()
                        .filter(block -> drawsReaders(block, agent))
                        .toList()
                : List.of();
    }

    /** Whether readers on other nodes are sent to an agent's pinned replica of a block. */
    boolean drawsReaders(BlockId block, AgentSession agent) {
        return agent.pins() && when.prefers(agent.node, migrations.views().replicas(block));
    }

    /** An agent's list has to be told again. */
    void again(AgentSession agent) {
        boolean toldSome = !told.getOrDefault(agent, List.of()).isEmpty();
        if (when != RemoteReads.NEVER && (agent.isAlive() || toldSome)) {
            told.remove(agent);
            changed.add(agent);
        }
    }

    /** Every list that is not empty has to be told again. */
    void again() {
        told.values().removeIf(list -> !list.isEmpty());
        changed.addAll(agents.all());
    }
}
