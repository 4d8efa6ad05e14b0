package io.tiercel.migrate.ledger;

import io.tiercel.model.BlockId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The memory of an agent that answers: what lies in it, and what the agent has been told to let go. */
public final class AgentMemory {
    /** An agent that makes up blocks is not listened to for ever. */
    private static final int MOST_STRANGERS = 100_000;

    private final String agent;
    public final MemoryBudget budget;

    /** Blocks that are bound, pinned or leaving. */
    public final Set<BlockEntry> blocks = new LinkedHashSet<>();

    /** Pinned, and claimed by no job; those that became so first come first. */
    public final Set<BlockEntry> unclaimed = new LinkedHashSet<>();

    private long unclaimedBytes;
    private long leavingBytes;

    /** Repeated at each poll until the agent says that it has done so. */
    private final Map<BlockId, Eviction> evictions = new LinkedHashMap<>();

    private final Set<BlockId> told = new LinkedHashSet<>();

    /** Bytes counted of blocks that the agent has although it was not asked for them. */
    private final Map<BlockId, Long> strangers = new HashMap<>();

    AgentMemory(String agent, long budget) {
        this.agent = agent;
        this.budget = new MemoryBudget(budget);
    }

    /** Bytes that a migration could get in the end: free, on their way out, or claimed by nobody. */
    public long room() {
        return budget.free() + leavingBytes + unclaimedBytes;
    }

    public long leavingBytes() {
        return leavingBytes;
    }

    public void addUnclaimed(BlockEntry entry) {
        if (unclaimed.add(entry)) {
            unclaimedBytes += entry.locked();
        }
    }

    public void removeUnclaimed(BlockEntry entry) {
        if (unclaimed.remove(entry)) {
            unclaimedBytes -= entry.locked();
        }
    }

    /** Tells the agent to let go of one of its blocks, at its next poll. */
    public void evict(BlockEntry entry, EvictionReason reason) {
        evictFor(entry.id, reason);
        leavingBytes += entry.locked();
    }

    /** Tells it so anew, for another reason. */
    public void evictFor(BlockId block, EvictionReason reason) {
        evictions.put(block, new Eviction(agent, block, reason));
    }

    /** The agent has a block that it should not have: it must let go. The memory counts until it has, if it fits. */
    public void evictStranger(BlockId block, long locked, EvictionReason reason) {
        if (evictions.size() >= MOST_STRANGERS || strangers.containsKey(block)) {
            return;
        }
        evictFor(block, reason);
        boolean counted = budget.reserve(locked);
        strangers.put(block, counted ? locked : 0);
        if (counted) {
            budget.pin(locked);
            leavingBytes += locked;
        }
    }

    public boolean hasStranger(BlockId block) {
        return strangers.containsKey(block);
    }

    /** The agent has let go of a block that it should not have had; anything else is left as it is. */
    public void strangerLeft(BlockId block) {
        Long locked = strangers.remove(block);
        if (locked != null) {
            settled(block);
            budget.unpin(locked);
            leavingBytes -= locked;
        }
    }

    /** Takes back the order to let go of a leaving block, if the agent has not been told yet; says whether it could. */
    public boolean rescind(BlockEntry entry) {
        Eviction eviction = evictions.get(entry.id);
        if (told.contains(entry.id) || eviction == null || !eviction.reason().reversible()) {
            return false;
        }
        left(entry);
        return true;
    }

    public void left(BlockEntry entry) {
        settled(entry.id);
        leavingBytes -= entry.locked();
    }

    private void settled(BlockId block) {
        evictions.remove(block);
        told.remove(block);
    }

    /** All that it has to let go of; from now on it has been told. */
    public List<Eviction> tell() {
        Collection<Eviction> all = evictions.values();
        for (Eviction each : all) {
            told.add(each.block());
        }
        return new ArrayList<>(all);
    }
}
