package io.tiercel.sim.validation;

import io.tiercel.model.Tier;
import io.tiercel.sim.cluster.Cluster;
import io.tiercel.sim.storage.OneTierPlacement;
import io.tiercel.sim.storage.Placement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Blocks as the demo writes them. Each is a file; writers take turns, in an order drawn for each turn, and further replicas follow HDFS' default
 * rule. Under {@code ONE_SSD} the replica on the writer is on its SSD.
 *
 * <p>For one run: it counts blocks.
 */
final class RoundRobinPlacement implements Placement {
    private final Testbed testbed;
    private final List<Integer> turn = new ArrayList<>();

    RoundRobinPlacement(Testbed testbed) {
        this.testbed = testbed;
    }

    @Override
    public List<Place> places(Cluster cluster, int writer, long bytes, Random random) {
        int from = writer == NO_WRITER ? next(random) : writer;
        List<Place> places = new ArrayList<>(
                new OneTierPlacement(Tier.HDD, testbed.replication()).places(cluster, from, bytes, random));
        places.set(0, new Place(places.get(0).node(), first()));
        return places;
    }

    private int next(Random random) {
        if (turn.isEmpty()) {
            for (int node = 0; node < testbed.nodes(); node++) {
                turn.add(node);
            }
            Collections.shuffle(turn, random);
        }
        return turn.remove(turn.size() - 1);
    }

    private Tier first() {
        return testbed.ssd() > 0 ? Tier.SSD : Tier.HDD;
    }

    @Override
    public List<Tier> tiers() {
        return List.of(first(), Tier.HDD);
    }
}
