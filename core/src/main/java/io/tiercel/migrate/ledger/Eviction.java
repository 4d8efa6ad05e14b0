package io.tiercel.migrate.ledger;

import io.tiercel.model.BlockId;

/** An agent is to let go of a block: drop it from its queue, or unpin it. */
public record Eviction(String agent, BlockId block, EvictionReason reason) {}
