package io.tiercel.sim.cluster;

import io.tiercel.model.Tier;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * One replica on each tier, as Trident's set-up has it (OctopusFS' default, section 7), on nodes by HDFS' default rule. Which of the nodes
 * gets which tier is drawn.
 *
 * @param tiers the tiers, one replica each
 */
public record ReplicaPerTierPlacement(List<Tier> tiers) implements Placement {
    public ReplicaPerTierPlacement {
        tiers = List.copyOf(tiers);
        if (tiers.isEmpty()) {
            throw new IllegalArgumentException("tiers: expected at least one, got none");
        }
    }

    @Override
    public List<Place> places(Cluster cluster, int writer, Random random) {
        List<Integer> nodes = NodeChoice.nodes(cluster, tiers.size(), writer, random);
        List<Tier> drawn = new ArrayList<>(tiers);
        Collections.shuffle(drawn, random);
        List<Place> places = new ArrayList<>();
        for (int i = 0; i < nodes.size(); i++) {
            places.add(new Place(nodes.get(i), drawn.get(i)));
        }
        return places;
    }
}
