package io.tiercel.migrate;

import io.tiercel.migrate.ledger.AgentEntry;
import io.tiercel.migrate.ledger.BlockEntry;
import io.tiercel.migrate.ledger.EvictionReason;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Has an agent let go of blocks that nobody claims, oldest first, until a migration will fit. */
final class MemoryReclaimer {
    private final EvictionOrder order;
    private final BlockLifecycle lifecycle;

    MemoryReclaimer(EvictionOrder order, BlockLifecycle lifecycle) {
        this.order = order;
        this.lifecycle = lifecycle;
    }

    private record Candidate(BlockEntry entry, double age) {}

    /**
     * Evicts so that {@code least} bytes will be free, {@code wanted} if nothing else is in the way, counting what leaves
     * already; nothing if not even {@code least} could be had.
     */
    void makeRoom(AgentEntry agent, long least, long wanted, long now) {
        if (agent.room() < least) {
            return;
        }
        long missing = wanted - agent.budget.free() - agent.leavingBytes();
        if (missing <= 0) {
            return;
        }
        List<Candidate> candidates = new ArrayList<>();
        for (BlockEntry entry : agent.unclaimed()) {
            candidates.add(new Candidate(entry, order.age(entry.use(), now)));
        }
        candidates.sort(Comparator.comparingDouble(Candidate::age).reversed());
        for (Candidate candidate : candidates) {
            if (missing <= 0) {
                return;
            }
            missing -= candidate.entry().locked();
            lifecycle.evict(candidate.entry(), EvictionReason.MADE_ROOM);
        }
    }
}
