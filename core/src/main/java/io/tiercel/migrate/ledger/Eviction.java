package io.tiercel.migrate.ledger;

import io.tiercel.model.BlockId;

/**
 * An agent is to let go of a block: drop it from its queue, or unpin it.
 *
 * @param agent the agent's name
 * @param block the block
 * @param reason why
 */
public record Eviction(String agent, BlockId block, EvictionReason reason) {}
