package io.tiercel.migrate;

import io.tiercel.migrate.ledger.Eviction;
import io.tiercel.model.BlockId;
import java.util.List;

/**
 * The answer to an agent's poll: first what to let go of, then what to add to the devices' queues. Both lists repeat what the agent has
 * not taken note of before, so an answer may get lost; an agent that gets an order twice reports twice.
 */
public record AgentOrders(List<Eviction> evict, List<BoundMigration> migrate) {
    /** An agent is to migrate a block of so many bytes from the device of that index. */
    public record BoundMigration(BlockId block, int device, long bytes) {}

    public AgentOrders {
        evict = List.copyOf(evict);
        migrate = List.copyOf(migrate);
    }
}
