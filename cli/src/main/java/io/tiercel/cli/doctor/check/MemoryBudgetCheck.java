package io.tiercel.cli.doctor.check;

import io.tiercel.cli.doctor.evidence.Evidence;
import io.tiercel.model.ByteSize;
import io.tiercel.protocol.AgentState;
import java.util.Comparator;
import java.util.List;

/** Whether agents have memory, and as much as they were given. */
final class MemoryBudgetCheck implements Check {
    private static final String KEY = "tiercel.agent.memory.budget";

    @Override
    public String name() {
        return "memory-budget";
    }

    @Override
    public void look(Evidence evidence, Report report) {
        List<AgentMemory> agents =
                evidence.aliveAgents().stream().map(AgentMemory::new).toList();
        List<AgentState> without = agents.stream()
                .filter(agent -> agent.configured() == 0)
                .map(AgentMemory::agent)
                .toList();
        if (!without.isEmpty()) {
            String text = "agents without memory, since " + KEY + " is 0: " + HostNames.ofAgents(without);
            String fix = "set " + KEY + ", such as 16g, in hdfs-site.xml of these DataNodes, and restart them";
            if (without.size() == agents.size()) {
                report.warning(text + "; nothing comes into memory anywhere", fix);
            } else {
                report.hint(text, fix);
            }
        }
        reduced(agents, report);
        long budget = agents.stream().mapToLong(AgentMemory::budget).sum();
        if (budget > 0) {
            long pinned = agents.stream()
                    .mapToLong(agent -> agent.agent().getPinnedBytes())
                    .sum();
            report.ok("memory of all agents: " + ByteSize.text(budget) + ", in use " + ByteSize.text(pinned));
        }
    }

    private static void reduced(List<AgentMemory> agents, Report report) {
        List<AgentMemory> reduced =
                agents.stream().filter(AgentMemory::isShortOfMemory).toList();
        reduced.stream().min(Comparator.comparingLong(AgentMemory::budget)).ifPresent(least -> {
            List<AgentState> states = reduced.stream().map(AgentMemory::agent).toList();
            report.warning(
                    "agents whose machine or control group leaves less memory than configured: "
                            + HostNames.ofAgents(states) + ", as little as " + ByteSize.text(least.budget()) + " of "
                            + ByteSize.text(least.configured()),
                    "free memory there, or lower " + KEY + "; the DataNode's log says what has how much left");
        });
    }
}
