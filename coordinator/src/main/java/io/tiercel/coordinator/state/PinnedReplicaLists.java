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

    /** The lists that were told last and are not empty. */
    private final Map<AgentSession, List<BlockId>> told = new HashMap<>();

    /** Agents whose lists may have changed. */
    private final Set<AgentSession> changed = new LinkedHashSet<>();

    /** Agents whose lists have to be told again, changed or not. */
    private final Set<AgentSession> again = new LinkedHashSet<>();

    PinnedReplicaLists(Migrations migrations, AgentSessions agents, RemoteReads when) {
        this.migrations = migrations;
        this.agents = agents;
        this.when = when;
        changed.addAll(agents.all());
    }

    /** Something about a block at an agent is not as it was. */
    void changed(AgentSession agent) {
        if (when != RemoteReads.NEVER && agent.pins()) {
            changed.add(agent);
        }
    }

    /** The lists of some of the agents whose lists have changed. */
    List<PinnedReplicas> take(int most) {
        List<PinnedReplicas> taken = new ArrayList<>();
        Set<AgentSession> next = new LinkedHashSet<>(again);
        next.addAll(changed);
        for (AgentSession agent : next) {
            if (taken.size() == most) {
                break;
            }
            changed.remove(agent);
            boolean forced = again.remove(agent);
            List<BlockId> list = list(agent);
            if (forced || !list.equals(told.getOrDefault(agent, List.of()))) {
                taken.add(new PinnedReplicas(agent.node, agent.host(), list));
            }
            if (list.isEmpty()) {
                told.remove(agent);
            } else {
                told.put(agent, list);
            }
        }
        return taken;
    }

    private List<BlockId> list(AgentSession agent) {
        return agent.pins() && when != RemoteReads.NEVER
                ? migrations.views().pinned(agent.node).stream()
                        .filter(block ->
                                when.prefers(agent.node, migrations.views().replicas(block)))
                        .toList()
                : List.of();
    }

    /** An agent's list has to be told again. */
    void again(AgentSession agent) {
        if (when != RemoteReads.NEVER && (agent.isAlive() || told.containsKey(agent))) {
            again.add(agent);
        }
    }

    /** Every list that is not empty has to be told again. */
    void again() {
        again.addAll(told.keySet());
        changed.addAll(agents.all());
    }
}
