package io.tiercel.sim.storage;

import io.tiercel.model.Preconditions;
import io.tiercel.model.Tier;
import io.tiercel.sim.cluster.Cluster;
import io.tiercel.sim.cluster.Device;
import io.tiercel.sim.cluster.Node;
import java.util.ArrayList;
import java.util.Collections;
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

    /**
     * One replica on each tier: OctopusFS' default in Trident's set-up (section 7). Nodes follow HDFS' default rule; tiers are dealt to them at
     * random. If a node has no room on its tier, another one is drawn, as in HDFS ({@code BlockPlacementPolicyDefault.isGoodTarget}). If all drawn
     * nodes are full, replicas there make room.
     */
    public record ReplicaPerTierPlacement(List<Tier> tiers) implements Placement {
        public ReplicaPerTierPlacement {
            tiers = List.copyOf(tiers);
            if (tiers.isEmpty()) {
                throw new IllegalArgumentException("tiers: expected at least one, got none");
            }
        }

        @Override
        public List<Place> places(Cluster cluster, int writer, long bytes, Random random) {
            List<Integer> nodes = HdfsNodeChooser.nodes(cluster, tiers.size(), writer, random);
            List<Tier> drawn = new ArrayList<>(tiers);
            Collections.shuffle(drawn, random);
            List<Place> places = new ArrayList<>();
            for (int i = 0; i < nodes.size(); i++) {
                places.add(new Place(nodes.get(i), drawn.get(i)));
            }
            for (int i = 0; i < places.size(); i++) {
                Place place = places.get(i);
                if (!hasRoom(cluster.node(place.node()), place.tier(), bytes)) {
                    places.set(i, new Place(withRoom(cluster, places, place, bytes, random), place.tier()));
                }
            }
            return places;
        }

        /** A few draws mostly find a node with room; otherwise the place stays. */
        private static int withRoom(Cluster cluster, List<Place> places, Place full, long bytes, Random random) {
            return HdfsNodeChooser.drawn(
                            cluster.nodes(),
                            random,
                            node -> node.presence().isThere()
                                    && hasRoom(node, full.tier(), bytes)
                                    && places.stream().noneMatch(place -> place.node() == node.index()))
                    .map(Node::index)
                    .orElse(full.node());
        }

        private static boolean hasRoom(Node node, Tier tier, long bytes) {
            return node.roomiest(tier).map(Device::free).orElse(0L) >= bytes;
        }
    }
}
