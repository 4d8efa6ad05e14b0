package io.tiercel.migrate;

import io.tiercel.migrate.ledger.Eviction;
import java.util.List;

/**
 * The answer to an agent's poll. Both lists repeat what the agent has not taken note of before, so an answer may get lost; an agent
 * that gets an order twice reports twice.
 *
 * @param evict to let go first
 * @param migrate to add to the devices' queues, in this order
 */
public record AgentOrders(List<Eviction> evict, List<BoundMigration> migrate) {
    public AgentOrders {
        evict = List.copyOf(evict);
        migrate = List.copyOf(migrate);
    }
}
