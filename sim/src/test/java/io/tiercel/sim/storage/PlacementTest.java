package io.tiercel.sim.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.model.Tier;
import io.tiercel.sim.cluster.Cluster;
import io.tiercel.sim.cluster.Device;
import io.tiercel.sim.cluster.Specs;
import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.storage.Placement.OneTierPlacement;
import io.tiercel.sim.storage.Placement.Place;
import io.tiercel.sim.storage.Placement.ReplicaPerTierPlacement;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class PlacementTest {
    private static final Placement ONE_EACH = new ReplicaPerTierPlacement(List.of(Tier.MEMORY, Tier.SSD, Tier.HDD));

    /** What fills the memory of one of the cluster's nodes. */
    private static final long BLOCK = 100_000_000;

    private static Cluster cluster(int racks, int nodes) {
        return new Cluster(Specs.tiered(racks, nodes, 1, 100), new Engine());
    }

    @Test
    void hdfsPutsTheFirstOnTheWriterTheOthersTogetherInAnotherRack() {
        Cluster cluster = cluster(3, 4);
        for (long seed = 0; seed < 200; seed++) {
            List<Place> places = new OneTierPlacement(Tier.HDD, 3).places(cluster, 5, 1, new Random(seed));
            List<Integer> racks = places.stream()
                    .map(place -> cluster.node(place.node()).rack())
                    .toList();
            assertThat(places)
                    .as("seed %d", seed)
                    .extracting(Place::node)
                    .doesNotHaveDuplicates()
                    .startsWith(5);
            assertThat(places).extracting(Place::tier).containsOnly(Tier.HDD);
            assertThat(racks.get(1)).isNotEqualTo(1).isEqualTo(racks.get(2));
        }
    }

    @Test
    void whereThereIsOneRackAllAreDistinctNodesOfIt() {
        Cluster cluster = cluster(1, 3);
        for (long seed = 0; seed < 50; seed++) {
            assertThat(new OneTierPlacement(Tier.HDD, 5).places(cluster, Placement.NO_WRITER, 1, new Random(seed)))
                    .as("seed %d", seed)
                    .extracting(Place::node)
                    .containsExactlyInAnyOrder(0, 1, 2);
        }
    }

    @Test
    void eachTierGetsOneReplicaAndEachNodeEachTierEquallyOften() {
        Cluster cluster = cluster(1, 10);
        int[] inMemory = new int[10];
        for (long seed = 0; seed < 10_000; seed++) {
            List<Place> places = ONE_EACH.places(cluster, Placement.NO_WRITER, 1, new Random(seed * 7919));
            assertThat(places).extracting(Place::node).doesNotHaveDuplicates();
            assertThat(places).extracting(Place::tier).containsExactlyInAnyOrder(Tier.MEMORY, Tier.SSD, Tier.HDD);
            places.stream().filter(place -> place.tier() == Tier.MEMORY).forEach(place -> inMemory[place.node()]++);
        }
        for (int count : inMemory) {
            assertThat(count).isBetween(850, 1150);
        }
    }

    /** Each block fills the memory of its node, which is passed over from then on; where all are full any is taken. */
    @Test
    void aNodeWithoutRoomOnTheTierIsPassedOver() {
        Cluster cluster = cluster(1, 20);
        Random random = new Random(42);
        for (int full = 0; full < 10; full++) {
            Device memory = memoryOf(cluster, ONE_EACH.places(cluster, Placement.NO_WRITER, BLOCK, random));
            assertThat(memory.free()).as("%d nodes are full", full).isEqualTo(BLOCK);
            memory.take(BLOCK);
        }
        cluster.nodes().forEach(node -> {
            Device memory = node.roomiest(Tier.MEMORY).orElseThrow();
            memory.take(memory.free());
        });
        assertThat(ONE_EACH.places(cluster, Placement.NO_WRITER, BLOCK, random))
                .extracting(Place::node)
                .hasSize(3)
                .doesNotHaveDuplicates();
    }

    private static Device memoryOf(Cluster cluster, List<Place> places) {
        Place inMemory = places.stream()
                .filter(place -> place.tier() == Tier.MEMORY)
                .findFirst()
                .orElseThrow();
        return cluster.node(inMemory.node()).roomiest(Tier.MEMORY).orElseThrow();
    }

    @Test
    void theSameSeedPlacesTheSame() {
        Cluster cluster = cluster(2, 5);
        assertThat(ONE_EACH.places(cluster, 3, 1, new Random(42)))
                .isEqualTo(ONE_EACH.places(cluster, 3, 1, new Random(42)));
    }
}
