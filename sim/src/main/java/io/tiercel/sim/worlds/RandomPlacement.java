package io.tiercel.sim.worlds;

import io.tiercel.model.Tier;
import io.tiercel.sim.cluster.Cluster;
import io.tiercel.sim.cluster.Device;
import io.tiercel.sim.storage.Placement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Three replicas on random nodes and devices.
 *
 * @param hotNodes of ten replicas six go to the first so many nodes, the others anywhere; 0 if all go anywhere
 * @param onlyFirstIsFast whether the first replica is on an SSD and the others on HDDs, where their nodes have some
 * @param inMemory the part of the blocks that have one replica in memory
 */
record RandomPlacement(int hotNodes, boolean onlyFirstIsFast, double inMemory) implements Placement {
    private static final int REPLICAS = 3;
    private static final double HOT = 0.6;

    @Override
    public List<Place> places(Cluster cluster, int writer, long bytes, Random random) {
        List<Integer> nodes = new ArrayList<>();
        while (nodes.size() < Math.min(REPLICAS, cluster.nodes().size())) {
            boolean isHot = hotNodes >= REPLICAS && random.nextDouble() < HOT;
            int node = random.nextInt(isHot ? hotNodes : cluster.nodes().size());
            if (!nodes.contains(node)) {
                nodes.add(node);
            }
        }
        int memory = random.nextDouble() < inMemory ? random.nextInt(nodes.size()) : -1;
        List<Place> places = new ArrayList<>();
        for (int i = 0; i < nodes.size(); i++) {
            places.add(
                    new Place(nodes.get(i), i == memory ? Tier.MEMORY : tier(cluster, nodes.get(i), i == 0, random)));
        }
        return places;
    }

    private Tier tier(Cluster cluster, int node, boolean isFirst, Random random) {
        List<Device> devices = cluster.node(node).devices().stream()
                .filter(device -> device.tier() != Tier.MEMORY)
                .toList();
        Tier drawn = devices.get(random.nextInt(devices.size())).tier();
        Tier wanted = isFirst ? Tier.SSD : Tier.HDD;
        boolean hasWanted = devices.stream().anyMatch(device -> device.tier() == wanted);
        return onlyFirstIsFast && hasWanted ? wanted : drawn;
    }

    @Override
    public List<Tier> tiers() {
        return List.of(Tier.MEMORY);
    }
}
