package io.tiercel.coordinator.state;

import io.tiercel.protocol.RegisterRequest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The agents that have registered, without those that are dead for a day. */
final class AgentSessions {
    /** How long people see that an agent was there. */
    private static final long DEAD_NANOS = TimeUnit.DAYS.toNanos(1);

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
    AgentSession begin(RegisterRequest request, Optional<String> principal, long nowMillis) {
        AgentSession agent = byNode.computeIfAbsent(request.getNode(), AgentSession::new);
        agent.begin(request, principal, ++lastNumber, nowMillis);
        byHost.computeIfAbsent(agent.host(), none -> new ArrayList<>(1)).add(agent);
        return agent;
    }

    void end(AgentSession agent, long now) {
        List<AgentSession> others = byHost.get(agent.host());
        if (others != null && others.remove(agent) && others.isEmpty()) {
            byHost.remove(agent.host());
        }
        agent.end(now);
    }

    /** Forgets agents that are dead for a day, and returns them. */
    List<AgentSession> forgetDead(long now) {
        List<AgentSession> dead = byNode.values().stream()
                .filter(agent -> agent.isDeadFor(DEAD_NANOS, now))
                .toList();
        dead.forEach(agent -> byNode.remove(agent.node));
        return dead;
    }
}
