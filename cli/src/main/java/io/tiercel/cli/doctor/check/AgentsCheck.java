package io.tiercel.cli.doctor.check;

import io.tiercel.cli.doctor.evidence.Evidence;
import io.tiercel.hdfs.probe.ClusterFacts;
import io.tiercel.hdfs.probe.ClusterFacts.Node;
import io.tiercel.hdfs.probe.ClusterFacts.Sample;
import io.tiercel.protocol.AgentState;
import io.tiercel.protocol.StatusReply;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Whether each live DataNode has an agent that the coordinator hears, of the coordinator's version. */
final class AgentsCheck implements Check {
    private static final String ADD =
            "in hdfs-site.xml of these DataNodes set dfs.datanode.plugins=io.tiercel.hdfs.plugin.AgentPlugin and"
                    + " tiercel.agent.coordinator, put tiercel-hdfs-VERSION.jar on their class path, and restart them";

    @Override
    public String name() {
        return "agents";
    }

    @Override
    public void look(Evidence evidence, Report report) {
        evidence.status().ifPresent(status -> {
            List<AgentState> alive = evidence.aliveAgents();
            silent(status, report);
            if (status.getAgentsCount() == 0) {
                report.warning("the coordinator has no agents: nothing comes into memory", ADD);
            } else {
                report.ok(alive.size() + " of " + status.getAgentsCount() + " agents answer");
                evidence.hdfs().value().ifPresent(hdfs -> nodes(hdfs, status.getAgentsList(), report));
            }
            versions(alive, status.getVersion(), report);
        });
    }

    private static void silent(StatusReply status, Report report) {
        List<AgentState> silent = status.getAgentsList().stream()
                .filter(agent -> !agent.getAlive())
                .toList();
        if (!silent.isEmpty()) {
            report.warning(
                    "silent agents: " + HostNames.ofAgents(silent),
                    "look for 'Tiercel' in the log of these DataNodes; one that was decommissioned is listed for 24 h");
        }
    }

    private static void nodes(ClusterFacts hdfs, List<AgentState> agents, Report report) {
        Optional<Sample> sample = hdfs.sample();
        if (hdfs.knowsNodes()) {
            Set<String> known = agents.stream().map(AgentState::getNode).collect(Collectors.toSet());
            List<String> missing = hdfs.nodes().stream()
                    .filter(node -> !known.contains(node.uuid()))
                    .map(Node::host)
                    .toList();
            without(missing, hdfs.nodes().size() + " live DataNodes", report);
        } else if (sample.isPresent() && !sample.get().hosts().isEmpty()) {
            Set<String> known = agents.stream()
                    .map(agent -> agent.getHost().toLowerCase(Locale.ROOT))
                    .collect(Collectors.toSet());
            Set<String> missing = new TreeSet<>(sample.get().hosts());
            missing.removeAll(known);
            without(missing, sample.get().hosts().size() + " DataNodes with blocks of the sample", report);
        }
    }

    private static void without(Collection<String> hosts, String of, Report report) {
        if (hosts.isEmpty()) {
            report.ok("each of " + of + " has an agent");
        } else {
            report.warning(
                    "DataNodes without an agent: " + hosts.size() + " of " + of + " (" + HostNames.of(hosts) + ")",
                    ADD);
        }
    }

    private static void versions(List<AgentState> alive, String coordinators, Report report) {
        List<AgentState> others = alive.stream()
                .filter(agent -> !agent.getVersion().isEmpty()
                        && !coordinators.isEmpty()
                        && !agent.getVersion().equals(coordinators))
                .toList();
        if (!others.isEmpty()) {
            Set<String> versions =
                    others.stream().map(AgentState::getVersion).collect(Collectors.toCollection(TreeSet::new));
            report.hint(
                    "agents of version " + String.join(", ", versions) + ", while the coordinator has " + coordinators
                            + ": " + HostNames.ofAgents(others),
                    "finish the upgrade: docs/operations.md, 'Upgrade and roll back'");
        }
    }
}
