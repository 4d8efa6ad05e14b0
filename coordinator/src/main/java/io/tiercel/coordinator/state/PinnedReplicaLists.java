package io.tiercel.coordinator.state;

import io.tiercel.migrate.ledger.BlockState;
import io.tiercel.model.BlockId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What readers on other nodes are to read from each agent's memory, and which of these lists have changed since they were told. */
final class PinnedReplicaLists {
    private final RemoteReads when;
    private final Map<AgentSession, Set<BlockId>> lists = new HashMap<>();
    private final Set<AgentSession> changed = new LinkedHashSet<>();

    PinnedReplicaLists(RemoteReads when) {
        this.when = when;
    }

    /** Something about a block at an agent is not as it was. */
    void update(BlockRecord record, AgentSession agent) {
        boolean wanted =
                agent.pins && record.isIn(agent, BlockState.PINNED) && when.prefers(agent.node, record.replicas);
        Set<BlockId> list = lists.get(agent);
        if (wanted) {
            if (list == null) {
                list = new LinkedHashSet<>();
                lists.put(agent, list);
            }
            if (list.add(record.id)) {
                changed.add(agent);
            }
        } else if (list != null && list.remove(record.id)) {
            changed.add(agent);
            if (list.isEmpty()) {
                lists.remove(agent);
            }
        }
    }

    /** The lists of some of the agents whose lists have changed. */
    List<Views.Pins> take(int most) {
        List<Views.Pins> taken = new ArrayList<>();
        for (AgentSession agent : List.copyOf(changed)) {
            if (taken.size() == most) {
                break;
            }
            changed.remove(agent);
            taken.add(new Views.Pins(agent.node, agent.host, List.copyOf(lists.getOrDefault(agent, Set.of()))));
        }
        return taken;
    }

    /** An agent's list has to be told again. */
    void again(AgentSession agent) {
        if (agent.alive || lists.containsKey(agent)) {
            changed.add(agent);
        }
    }

    /** Every list that is not empty has to be told again. */
    void again() {
        changed.addAll(lists.keySet());
    }
}
