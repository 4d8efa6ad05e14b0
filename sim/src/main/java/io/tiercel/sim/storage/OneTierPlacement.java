package io.tiercel.sim.storage;

import io.tiercel.model.Preconditions;
import io.tiercel.model.Tier;
import io.tiercel.sim.cluster.Cluster;
import java.util.List;
import java.util.Random;

/**
 * HDFS without tiers: all replicas on one tier, on nodes by HDFS' default rule.
 *
 * @param replicas at least 1
 */
public record OneTierPlacement(Tier tier, int replicas) implements Placement {
    public OneTierPlacement {
        Preconditions.atLeast("replicas", replicas, 1);
    }

    @Override
    public List<Place> places(Cluster cluster, int writer, long bytes, Random random) {
        return HdfsNodeChooser.nodes(cluster, replicas, writer, random).stream()
                .map(node -> new Place(node, tier))
                .toList();
    }

    @Override
    public List<Tier> tiers() {
        return List.of(tier);
    }
}
