package io.tiercel.coordinator.state;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** All nodes heard of. */
final class AgentTable {
    private final Map<String, AgentSession> byNode = new LinkedHashMap<>();

    /** Of those that are alive; several nodes may share a host. */
    private final Map<String, List<AgentSession>> byHost = new HashMap<>();

    @Nullable
    AgentSession find(String node) {
        return byNode.get(node);
    }

    AgentSession entry(String node, String host) {
        return byNode.computeIfAbsent(node, unknown -> new AgentSession(node, host));
    }

    List<AgentSession> aliveOn(String host) {
        return byHost.getOrDefault(host, List.of());
    }

    Collection<AgentSession> all() {
        return byNode.values();
    }

    void alive(AgentSession agent) {
        agent.alive = true;
        byHost.computeIfAbsent(agent.host, none -> new ArrayList<>(1)).add(agent);
    }

    void dead(AgentSession agent) {
        agent.alive = false;
        List<AgentSession> others = byHost.get(agent.host);
        if (others != null && others.remove(agent) && others.isEmpty()) {
            byHost.remove(agent.host);
        }
    }
}
