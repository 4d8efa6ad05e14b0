package io.tiercel.migrate;

import io.tiercel.migrate.ledger.AgentEntry;
import io.tiercel.migrate.ledger.AgentRegistry;
import io.tiercel.migrate.ledger.BlockEntry;
import io.tiercel.migrate.ledger.DeviceDescription;
import io.tiercel.migrate.ledger.DeviceEntry;
import io.tiercel.migrate.ledger.EvictionReason;
import io.tiercel.migrate.ledger.MemoryBudget;
import io.tiercel.migrate.ledger.ReferenceLedger;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Agents come and go. */
final class AgentMembership {
    private final ReferenceLedger ledger;
    private final AgentRegistry agents;
    private final BlockLifecycle lifecycle;

    /** When to look for blocks that wait for an agent in vain. Nanoseconds. */
    private long sweepAt;

    AgentMembership(ReferenceLedger ledger, AgentRegistry agents, BlockLifecycle lifecycle, long firstSweep) {
        this.ledger = ledger;
        this.agents = agents;
        this.lifecycle = lifecycle;
        this.sweepAt = firstSweep;
    }

    void join(
            String name,
            String host,
            List<DeviceDescription> devices,
            long budget,
            List<PinnedBlock> pinned,
            long now) {
        lose(name, now);
        AgentEntry joined = agents.join(name, host, devices, budget, now);
        for (PinnedBlock block : pinned) {
            adopt(joined, block, now);
        }
    }

    private void adopt(AgentEntry agent, PinnedBlock block, long now) {
        BlockEntry known = ledger.block(block.block());
        BlockEntry entry = known == null ? new BlockEntry(block.block(), block.bytes()) : known;
        boolean hasDevice = block.device() < agent.devices().size()
                && agent.devices().get(block.device()).isAlive();
        EvictionReason refused = null;
        if (!hasDevice) {
            refused = EvictionReason.NOT_BOUND;
        } else if (entry.bytes != block.bytes()) {
            refused = EvictionReason.WRONG_LENGTH;
        } else if (entry.state().inMemoryOrOnTheWay()) {
            if (entry.requireDevice().agent == agent) {
                return;
            }
            refused = EvictionReason.ELSEWHERE;
        } else if (!agent.memory().budget().hasRoom(entry.locked())) {
            refused = EvictionReason.OVER_BUDGET;
        }
        if (refused != null) {
            agent.memory().evictStranger(block.block(), MemoryBudget.locked(block.bytes()), refused);
            return;
        }
        if (known == null) {
            lifecycle.add(entry);
        }
        lifecycle.adopt(entry, agent.devices().get(block.device()), now);
    }

    /** Whether the agent answered until now. */
    boolean lose(String name, long now) {
        AgentEntry lost = agents.alive(name);
        if (lost == null) {
            return false;
        }
        for (BlockEntry entry : List.copyOf(lost.memory().blocks())) {
            lifecycle.gone(entry, now);
        }
        agents.leave(lost, now);
        sweepAt = Math.min(sweepAt, lost.expectedUntil());
        return true;
    }

    /** Lets go of agents that were silent for too long, and of blocks for which no agent will come. Says which agents. */
    List<String> expire(long now) {
        List<String> lost = new ArrayList<>();
        for (AgentEntry agent : agents.silent(now)) {
            lose(agent.name, now);
            lost.add(agent.name);
        }
        if (now >= sweepAt) {
            giveUpOrphans(now);
            sweepAt = agents.nextGivenUp(now);
        }
        return lost;
    }

    private void giveUpOrphans(long now) {
        for (BlockEntry entry : List.copyOf(ledger.blocks())) {
            if (entry.slot() >= 0 && !mayComeIn(entry, now)) {
                lifecycle.giveUp(entry, RejectReason.NO_AGENT.text(), now);
            }
        }
    }

    private boolean mayComeIn(BlockEntry entry, long now) {
        return IntStream.of(entry.sources()).anyMatch(source -> agents.mayRead(agents.device(source), now));
    }

    /** The devices of {@code replicas} from which a migration may be tried now. */
    int[] usable(int[] replicas, long now) {
        int[] usable = IntStream.of(replicas)
                .filter(each -> agents.mayRead(agents.device(each), now))
                .toArray();
        return usable.length == replicas.length ? replicas : usable;
    }

    /** A device that reports, by its index. */
    DeviceEntry reporting(AgentEntry agent, DeviceReport report) {
        if (report.device() >= agent.devices().size()
                || !agent.devices().get(report.device()).isAlive()) {
            throw new IllegalArgumentException(
                    agent.name + ": expected a device below " + agent.devices().size() + ", got " + report.device());
        }
        return agent.devices().get(report.device());
    }
}
