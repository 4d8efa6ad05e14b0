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

    /** Blocks that the agent has, or may have, although it should not. */
    private final Map<BlockId, Stranger> strangers = new HashMap<>();

    /**
     * @param locked bytes counted of it
     * @param isPinned whether it has come in; else it may still do so
     */
    private record Stranger(long locked, boolean isPinned) {}

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
        Stranger known = strangers.get(block);
        if (known != null && !known.isPinned()) {
            budget.pin(known.locked());
            strangers.put(block, new Stranger(known.locked(), true));
        }
        if (known == null && evictions.size() < MOST_STRANGERS) {
            long counted = makeStranger(block, locked, reason);
            budget.pin(counted);
            strangers.put(block, new Stranger(counted, true));
        }
    }

    /** The agent was asked for a block and is not to bring it in any more. The memory counts until it has let go. */
    public void evictArriving(BlockId block, long locked, EvictionReason reason) {
        strangers.put(block, new Stranger(makeStranger(block, locked, reason), false));
    }

    /** Returns the bytes that are reserved for it. */
    private long makeStranger(BlockId block, long locked, EvictionReason reason) {
        evictFor(block, reason);
        long counted = budget.reserve(locked) ? locked : 0;
        leavingBytes += counted;
        return counted;
    }

    public boolean hasStranger(BlockId block) {
        return strangers.containsKey(block);
    }

    /** The agent has let go of a block that it should not have had; anything else is left as it is. */
    public void strangerLeft(BlockId block) {
        Stranger left = strangers.remove(block);
        if (left != null) {
            settled(block);
            if (left.isPinned()) {
                budget.unpin(left.locked());
            } else {
                budget.cancel(left.locked());
            }
            leavingBytes -= left.locked();
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
