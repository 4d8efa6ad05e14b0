package io.tiercel.sim.storage;

import io.tiercel.model.Tier;
import io.tiercel.sim.cluster.Cluster;
import java.util.List;
import java.util.Random;

/** Chooses where the replicas of a new block lie. */
public interface Placement {
    /** A block that no node of the cluster writes: it was there before, or comes from outside. */
    int NO_WRITER = -1;

    /**
     * A place for a replica.
     *
     * @param node the node's number
     * @param tier the tier wanted there; where it has no room the next slower one is taken
     */
    record Place(int node, Tier tier) {}

    /**
     * Places on distinct nodes.
     *
     * @param writer the number of the node that writes the block, or {@link #NO_WRITER}
     * @param bytes the block's length
     */
    List<Place> places(Cluster cluster, int writer, long bytes, Random random);

    /** The tiers that it wants; a cluster without one of them cannot be used with it. */
    List<Tier> tiers();
}
