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
    private final Map<String, AgentEntry> byNode = new LinkedHashMap<>();

    /** Of those that are alive; several nodes may share a host. */
    private final Map<String, List<AgentEntry>> byHost = new HashMap<>();

    @Nullable
    AgentEntry find(String node) {
        return byNode.get(node);
    }

    AgentEntry entry(String node, String host) {
        return byNode.computeIfAbsent(node, unknown -> new AgentEntry(node, host));
    }

    List<AgentEntry> aliveOn(String host) {
        return byHost.getOrDefault(host, List.of());
    }

    Collection<AgentEntry> all() {
        return byNode.values();
    }

    void alive(AgentEntry agent) {
        agent.alive = true;
        byHost.computeIfAbsent(agent.host, none -> new ArrayList<>(1)).add(agent);
    }

    void dead(AgentEntry agent) {
        agent.alive = false;
        List<AgentEntry> others = byHost.get(agent.host);
        if (others != null && others.remove(agent) && others.isEmpty()) {
            byHost.remove(agent.host);
        }
    }
}
