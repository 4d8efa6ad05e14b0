package io.tiercel.model;

import java.util.Objects;

/**
 * One copy of a block.
 *
 * @param residency how much of it is in the node's memory beside that
 */
public record Replica(int node, Tier tier, Residency residency) {
    public Replica {
        Preconditions.index("node", node);
        Objects.requireNonNull(residency, "residency");
    }

    public Replica(int node, Tier tier) {
        this(node, tier, Residency.NONE);
    }
}
