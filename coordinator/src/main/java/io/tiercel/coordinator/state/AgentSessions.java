package io.tiercel.coordinator.state;

import io.tiercel.protocol.RegisterRequest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The agents that have ever registered. */
final class AgentSessions {
    private final Map<String, AgentSession> byNode = new LinkedHashMap<>();

    /** Of those that answer; several nodes may share a host. */
    private final Map<String, List<AgentSession>> byHost = new HashMap<>();

    /** Distinct from the numbers of a coordinator before and after this one. */
    private long lastNumber;

    AgentSessions(long startedMillis) {
        this.lastNumber = startedMillis << 20;
    }

    @Nullable
    AgentSession find(String node) {
        return byNode.get(node);
    }

    Collection<AgentSession> all() {
        return byNode.values();
    }

    List<AgentSession> aliveOn(String host) {
        return byHost.getOrDefault(host, List.of());
    }

    /** A session that ended, or a new one, begins. */
    AgentSession begin(RegisterRequest request, long nowMillis) {
        AgentSession agent = byNode.computeIfAbsent(request.getNode(), AgentSession::new);
        agent.begin(request, ++lastNumber, nowMillis);
        byHost.computeIfAbsent(agent.host(), none -> new ArrayList<>(1)).add(agent);
        return agent;
    }

    void end(AgentSession agent) {
        List<AgentSession> others = byHost.get(agent.host());
        if (others != null && others.remove(agent) && others.isEmpty()) {
            byHost.remove(agent.host());
        }
        agent.end();
    }
}
