package io.tiercel.cli.doctor.check;

import io.tiercel.cli.doctor.evidence.Evidence;
import io.tiercel.model.ByteSize;
import io.tiercel.protocol.AgentState;
import java.util.List;

/** Whether agents may lock the memory that they were given. */
final class LockLimitCheck implements Check {
    @Override
    public String name() {
        return "lock-limit";
    }

    @Override
    public void look(Evidence evidence, Report report) {
        List<AgentMemory> agents =
                evidence.aliveAgents().stream().map(AgentMemory::new).toList();
        List<AgentMemory> unlocked =
                agents.stream().filter(AgentMemory::cannotLock).toList();
        List<AgentMemory> limited = agents.stream()
                .filter(agent -> agent.agent().getPins() && agent.isReduced() && agent.isLimited())
                .toList();
        if (!unlocked.isEmpty()) {
            List<AgentState> states = states(unlocked);
            report.warning(
                    "agents that cannot lock memory: " + HostNames.ofAgents(states) + lockable(unlocked)
                            + "; they fill the page cache, which may drop blocks",
                    remedy(unlocked));
        }
        if (!limited.isEmpty()) {
            List<AgentState> states = states(limited);
            report.warning(
                    "agents whose lock limit leaves less memory than configured: " + HostNames.ofAgents(states)
                            + lockable(limited),
                    remedy(limited));
        }
        if (unlocked.isEmpty() && limited.isEmpty() && agents.stream().anyMatch(agent -> agent.budget() > 0)) {
            report.ok("agents may lock their memory");
        }
    }

    private static List<AgentState> states(List<AgentMemory> agents) {
        return agents.stream().map(AgentMemory::agent).toList();
    }

    /** The limit of the first that says it. */
    private static String lockable(List<AgentMemory> agents) {
        return agents.stream()
                .filter(AgentMemory::isLimited)
                .map(agent -> ", which may lock " + ByteSize.text(agent.agent().getLockableBytes()) + " of "
                        + ByteSize.text(agent.configured()))
                .findFirst()
                .orElse("");
    }

    private static String remedy(List<AgentMemory> agents) {
        boolean isLimit = agents.stream()
                .anyMatch(agent -> agent.isLimited() || !agent.agent().hasLockableBytes());
        if (!isLimit) {
            return "the limit is high enough: look for 'Tiercel cannot lock blocks in memory' in these DataNodes' logs";
        }
        long most = agents.stream().mapToLong(AgentMemory::configured).max().orElse(0);
        return "allow these DataNodes to lock " + most
                + " bytes and dfs.datanode.max.locked.memory: LimitMEMLOCK= in the"
                + " systemd unit, 'ulimit -l' (in KiB) before they start, or CAP_IPC_LOCK; then restart them";
    }
}
