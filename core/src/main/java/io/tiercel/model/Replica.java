package io.tiercel.model;

import java.util.Objects;

/**
 * One copy of a block.
 *
 * @param residency how much of it is in the node's memory beside that
 * @param volume which of the node's volumes it is on, as a registry numbers them; {@link #NO_VOLUME} if nobody has said
 */
public record Replica(int node, Tier tier, Residency residency, int volume) {
    public static final int NO_VOLUME = -1;

    public Replica {
        Preconditions.index("node", node);
        Objects.requireNonNull(residency, "residency");
    }

    public Replica(int node, Tier tier, Residency residency) {
        this(node, tier, residency, NO_VOLUME);
    }

    public Replica(int node, Tier tier) {
        this(node, tier, Residency.NONE);
    }

    /** The same copy on another node, or with other news of what is in memory. */
    public Replica on(int otherNode, Residency otherResidency) {
        return new Replica(otherNode, tier, otherResidency, volume);
    }
}
