package io.tiercel.cli.doctor.check;

import io.tiercel.protocol.AgentState;
import java.util.Collection;
import java.util.stream.Collectors;

/** Names of hosts in one line, however many there are. */
final class HostNames {
    private static final int MOST = 5;

    private HostNames() {}

    static String of(Collection<String> hosts) {
        String named = hosts.stream().sorted().limit(MOST).collect(Collectors.joining(", "));
        return hosts.size() > MOST ? named + " and " + (hosts.size() - MOST) + " more" : named;
    }

    /** How many agents, and on which hosts: {@code 2 (n1, n2)}. */
    static String ofAgents(Collection<AgentState> agents) {
        return agents.size() + " ("
                + of(agents.stream().map(AgentState::getHost).toList()) + ")";
    }
}
