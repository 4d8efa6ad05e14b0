package io.tiercel.sim.storage;

import io.tiercel.model.Tier;
import io.tiercel.sim.cluster.Cluster;
import java.util.List;
import java.util.Random;

/** Chooses nodes and tiers for the replicas of a new block. */
public interface Placement {
    /** The block was there before, or comes from outside the cluster. */
    int NO_WRITER = -1;

    /**
     * A place for a replica.
     *
     * @param tier the preferred tier; if it is full, the next slower one is taken
     */
    record Place(int node, Tier tier) {}

    /**
     * Places on distinct nodes.
     *
     * @param writer the number of the writing node, or {@link #NO_WRITER}
     */
    List<Place> places(Cluster cluster, int writer, long bytes, Random random);

    /** The tiers that a cluster needs for it. */
    List<Tier> tiers();
}
