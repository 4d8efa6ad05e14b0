package io.tiercel.sim.storage;

import io.tiercel.model.Tier;
import io.tiercel.sim.cluster.Cluster;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** One placement for first files, another for what the cluster writes. */
public record SplitPlacement(Placement brought, Placement written) implements Placement {
    @Override
    public List<Place> places(Cluster cluster, int writer, long bytes, Random random) {
        return (writer == NO_WRITER ? brought : written).places(cluster, writer, bytes, random);
    }

    @Override
    public List<Tier> tiers() {
        return Stream.concat(brought.tiers().stream(), written.tiers().stream())
                .distinct()
                .toList();
    }
}
