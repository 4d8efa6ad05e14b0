package io.tiercel.coordinator.state;

import io.tiercel.migrate.Migrations;
import io.tiercel.model.BlockId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The pinned replicas of each agent that remote readers may use, and which lists have changed since the last report. Their lengths are
 * bounded: a NameNode takes each list, and every 30 s looks at all of them, under the lock that all its calls need.
 */
final class PinnedReplicaLists {
    /**
     * Bounds of the lists.
     *
     * @param readers a node that serves so many has an empty list, until it serves half as many
     */
    record Bounds(int perAgent, int together, int readers) {
        /** A report, and a look at all, hold the NameNode's lock for tens of milliseconds ({@code bench/namenode}). */
        static Bounds of(int readers) {
            return new Bounds(10_000, 100_000, readers);
        }
    }

    private final Migrations migrations;
    private final AgentSessions agents;
    private final RemoteReads when;
    private final Bounds bounds;

    /** The list of each agent as last published. */
    private final Map<AgentSession, Set<BlockId>> told = new HashMap<>();

    /** How many blocks they have together. */
    private int toldBlocks;

    private final Set<AgentSession> changed = new LinkedHashSet<>();

    /** Those that serve too many readers. */
    private final Set<AgentSession> crowded = new HashSet<>();

    /** Those that get their list again, changed or not. */
    private final Set<AgentSession> due = new LinkedHashSet<>();

    PinnedReplicaLists(Migrations migrations, AgentSessions agents, RemoteReads when, Bounds bounds) {
        this.migrations = migrations;
        this.agents = agents;
        this.when = when;
        this.bounds = bounds;
        agents.all().forEach(agent -> told.put(agent, Set.of()));
        changed.addAll(agents.all());
    }

    void changed(AgentSession agent) {
        if (when != RemoteReads.NEVER && agent.pins()) {
            changed.add(agent);
        }
    }

    /** Notes how many readers an agent's node serves. A node that serves too many gets an empty list: further readers go elsewhere. */
    void readers(AgentSession agent, int readers) {
        int most = crowded.contains(agent) ? bounds.readers() / 2 + 1 : bounds.readers();
        if (readers >= most ? crowded.add(agent) : crowded.remove(agent)) {
            changed(agent);
        }
    }

    /** The lists of some of the agents whose lists have changed. */
    List<PinnedReplicas> take(int most) {
        List<PinnedReplicas> taken = new ArrayList<>();
        for (AgentSession agent : List.copyOf(changed)) {
            if (taken.size() == most) {
                break;
            }
            changed.remove(agent);
            Set<BlockId> before = told.getOrDefault(agent, Set.of());
            Set<BlockId> list = list(agent, before);
            toldBlocks += list.size() - before.size();
            boolean isNew = told.put(agent, list) == null;
            if (due.remove(agent) || isNew || !list.equals(before)) {
                taken.add(new PinnedReplicas(agent.node, agent.host(), List.copyOf(list)));
            }
        }
        return taken;
    }

    /** Up to the bounds. Blocks that are told already go first: a list that is full does not change. */
    private Set<BlockId> list(AgentSession agent, Set<BlockId> before) {
        if (!agent.pins() || when == RemoteReads.NEVER || crowded.contains(agent)) {
            return Set.of();
        }
        int room = Math.min(bounds.perAgent(), bounds.together() - (toldBlocks - before.size()));
        Set<BlockId> list = new LinkedHashSet<>();
        List<BlockId> more = new ArrayList<>();
        for (BlockId block : migrations.views().pinned(agent.node)) {
            if (when.prefers(agent.node, migrations.views().replicas(block))) {
                if (before.contains(block) && list.size() < room) {
                    list.add(block);
                } else {
                    more.add(block);
                }
            }
        }
        more.stream().limit(room - list.size()).forEach(list::add);
        return list;
    }

    /** Whether readers on other nodes are, or will be, sent to an agent's pinned replica of a block. */
    boolean drawsReaders(BlockId block, AgentSession agent) {
        return agent.pins()
                && when.prefers(agent.node, migrations.views().replicas(block))
                && (told.getOrDefault(agent, Set.of()).contains(block) || !isFull(agent));
    }

    private boolean isFull(AgentSession agent) {
        return toldBlocks >= bounds.together()
                || told.getOrDefault(agent, Set.of()).size() >= bounds.perAgent();
    }

    void forget(AgentSession agent) {
        Set<BlockId> list = told.remove(agent);
        toldBlocks -= list == null ? 0 : list.size();
        changed.remove(agent);
        crowded.remove(agent);
        due.remove(agent);
    }

    /** An agent's list has to be told again. */
    void again(AgentSession agent) {
        boolean toldSome = !told.getOrDefault(agent, Set.of()).isEmpty();
        if (when != RemoteReads.NEVER && (agent.isAlive() || toldSome)) {
            due.add(agent);
            changed.add(agent);
        }
    }

    /** Every list that is not empty has to be told again. */
    void again() {
        told.forEach((agent, list) -> {
            if (!list.isEmpty()) {
                due.add(agent);
            }
        });
        changed.addAll(agents.all());
    }
}
