package io.tiercel.migrate;

import io.tiercel.migrate.ledger.AgentMemory;
import io.tiercel.migrate.ledger.BlockEntry;
import io.tiercel.migrate.ledger.EvictionReason;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Has an agent let go of blocks that nobody claims, oldest first, until the next migrations of its devices will fit. */
final class MemoryReclaimer {
    private final EvictionOrder order;
    private final BlockLifecycle lifecycle;

    MemoryReclaimer(EvictionOrder order, BlockLifecycle lifecycle) {
        this.order = order;
        this.lifecycle = lifecycle;
    }

    /**
     * The bytes that one device needs.
     *
     * @param least for its next migration
     * @param wanted for all that it will queue
     */
    record Demand(long least, long wanted) {}

    private record Candidate(BlockEntry entry, double age) {}

    /**
     * Evicts so that the devices get what they want, counting what leaves already. A device whose next migration could not be served
     * beside those before it in the list gets nothing.
     */
    void makeRoom(AgentMemory memory, List<Demand> devices, long now) {
        long least = 0;
        long wanted = 0;
        for (Demand device : devices) {
            if (memory.room() >= least + device.least()) {
                least += device.least();
                wanted += device.wanted();
            }
        }
        long missing = wanted - memory.budget().free() - memory.leavingBytes();
        if (least == 0 || missing <= 0) {
            return;
        }
        List<Candidate> candidates = new ArrayList<>();
        for (BlockEntry entry : memory.unclaimed()) {
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
