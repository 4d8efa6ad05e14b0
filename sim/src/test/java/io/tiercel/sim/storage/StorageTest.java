package io.tiercel.sim.storage;

import static io.tiercel.sim.cluster.Specs.MB;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tiercel.cache.LruPolicy;
import io.tiercel.model.Tier;
import io.tiercel.sim.cluster.Cluster;
import io.tiercel.sim.cluster.ClusterSpec;
import io.tiercel.sim.cluster.ClusterSpec.DeviceSpec;
import io.tiercel.sim.cluster.ClusterSpec.NodeSpec;
import io.tiercel.sim.cluster.ClusterSpec.RackSpec;
import io.tiercel.sim.cluster.Device;
import io.tiercel.sim.cluster.Specs;
import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.storage.Placement.OneTierPlacement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class StorageTest {
    private final Engine engine = new Engine();
    private final List<String> books = new ArrayList<>();
    private final StorageListener listener = new StorageListener() {
        @Override
        public void stored(int node, Device device, StoredBlock block) {
            books.add("+" + block.id() + " " + device.tier());
        }

        @Override
        public void removed(int node, Device device, StoredBlock block) {
            books.add("-" + block.id() + " " + device.tier());
        }
    };

    private Storage storage(ClusterSpec spec, Placement placement) {
        return storage(spec, placement, false, false);
    }

    private Storage storage(ClusterSpec spec, Placement placement, boolean keepsPlaced, boolean pageCache) {
        return storage(spec, placement, new MemoryRules(new LruPolicy(), keepsPlaced, pageCache, false, false));
    }

    private Storage storage(ClusterSpec spec, Placement placement, MemoryRules rules) {
        Cluster cluster = new Cluster(spec, engine);
        return new Storage(engine, cluster, placement, rules, new Random(1), listener);
    }

    private Storage memoryOf(long megabytes) {
        return storage(Specs.tiered(1, 1, 1, megabytes), new OneTierPlacement(Tier.MEMORY, 1));
    }

    private double secondsToRead(StoredReplica replica, int reader, Storage storage) {
        double[] end = new double[1];
        storage.read(replica, reader, replica.block().bytes(), () -> end[0] = engine.now() / 1e9, rest -> {});
        double begin = engine.now() / 1e9;
        engine.run(100);
        return end[0] - begin;
    }

    /** 100 MB: an HDD of 100 MB/s; a link of 50; an uplink of 40. */
    @Test
    void aReadTakesAsLongAsTheSlowestOnItsWay() {
        Storage storage = storage(Specs.tiered(2, 2, 1, 1000), new OneTierPlacement(Tier.HDD, 1));
        StoredReplica replica = storage.place(100 * MB).replicas().get(0);
        int node = replica.node();
        int neighbour = node ^ 1;
        int elsewhere = node ^ 2;
        assertThat(secondsToRead(replica, node, storage)).isEqualTo(1.0);
        assertThat(secondsToRead(replica, neighbour, storage)).isEqualTo(2.0);
        assertThat(secondsToRead(replica, elsewhere, storage)).isEqualTo(2.5);
    }

    /** Twice 100 MB at 1,000 MB/s; the HDD writes them at 100 MB/s, one after the other. */
    @Test
    void whoWritesBehindWaitsForMemoryAndTheDeviceIsWrittenLater() {
        Storage storage = storage(
                Specs.tiered(1, 1, 1, 1_000),
                new OneTierPlacement(Tier.HDD, 1),
                new MemoryRules(new LruPolicy(), false, false, false, true));
        List<Double> done = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            StoredBlock block = storage.write(0, 100 * MB, () -> done.add(engine.now() / 1e9))
                    .block();
            assertThat(block.replicas().get(0).tier()).isEqualTo(Tier.HDD);
        }
        engine.run(100);
        assertThat(done).containsExactly(0.2, 0.2);
        assertThat(engine.now()).isEqualTo(2_200_000_000L);
    }

    @Test
    void theBlockReadLongestAgoLeavesMemoryForAnother() {
        Storage storage = memoryOf(250);
        StoredReplica first = storage.place(100 * MB).replicas().get(0);
        StoredReplica second = storage.place(100 * MB).replicas().get(0);
        engine.after(Engine.SECOND, () -> {});
        engine.run(1);
        secondsToRead(first, 0, storage);
        int version = second.block().version();
        storage.place(100 * MB);
        assertThat(books).containsExactly("+0 MEMORY", "+1 MEMORY", "-1 MEMORY", "+1 HDD", "+2 MEMORY");
        assertThat(second.tier()).isEqualTo(Tier.HDD);
        assertThat(second.block().version()).isGreaterThan(version);
        assertThat(first.tier()).isEqualTo(Tier.MEMORY);
        engine.run(10);
        assertThat(engine.now()).as("written down in the background").isEqualTo(2_100_000_000L);
    }

    @Test
    void whatIsBeingReadStaysAndTheNewBlockGoesToTheNextTier() {
        Storage storage = memoryOf(150);
        StoredReplica first = storage.place(100 * MB).replicas().get(0);
        storage.read(first, 0, 100 * MB, () -> {}, rest -> {});
        assertThat(storage.place(100 * MB).replicas().get(0).tier()).isEqualTo(Tier.SSD);
        assertThat(first.tier()).isEqualTo(Tier.MEMORY);
    }

    @Test
    void aBlockLargerThanMemoryEvictsNothing() {
        Storage storage = memoryOf(150);
        storage.place(100 * MB);
        storage.place(200 * MB);
        assertThat(books).containsExactly("+0 MEMORY", "+1 SSD");
    }

    /** Three HDDs of 100 MB/s over links of 50: all at once, and the slowest counts. */
    @Test
    void aWriteGoesToAllReplicasAtOnce() {
        Storage storage = storage(Specs.plain(4, 1), new OneTierPlacement(Tier.HDD, 3));
        double[] end = new double[1];
        StoredBlock block =
                storage.write(2, 100 * MB, () -> end[0] = engine.now() / 1e9).block();
        engine.run(100);
        assertThat(end[0]).isEqualTo(2.0);
        assertThat(block.replicas()).hasSize(3);
        assertThat(block.replicas().get(0).node()).isEqualTo(2);
    }

    @Test
    void aFullClusterSaysSo() {
        NodeSpec node = new NodeSpec(1, List.of(new DeviceSpec(Tier.HDD, MB, 10)), MB);
        Storage storage =
                storage(new ClusterSpec(List.of(RackSpec.of(1, node, MB))), new OneTierPlacement(Tier.HDD, 1));
        assertThatThrownBy(() -> storage.place(11)).hasMessage("node 0: no room for 11 bytes on HDD or slower");
    }

    @Test
    void whereMemoryIsKeptLaterBlocksGoToTheNextTier() {
        Storage storage = storage(Specs.tiered(1, 1, 1, 250), new OneTierPlacement(Tier.MEMORY, 1), true, false);
        for (int i = 0; i < 3; i++) {
            storage.place(100 * MB);
        }
        assertThat(books).containsExactly("+0 MEMORY", "+1 MEMORY", "+2 SSD");
    }

    /** The first copy is pinned, so the second goes when the third needs its room. */
    @Test
    void pinnedCopiesStayAndCachedOnesMakeRoom() {
        Storage storage = storage(Specs.tiered(1, 1, 1, 250), new OneTierPlacement(Tier.HDD, 1), false, true);
        List<StoredReplica> replicas = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            replicas.add(storage.place(100 * MB).replicas().get(0));
        }
        books.clear();
        MemoryCopy pinned = storage.bringIn(replicas.get(0), false, () -> {}).orElseThrow();
        engine.run(10);
        secondsToRead(replicas.get(1), 0, storage);
        secondsToRead(replicas.get(2), 0, storage);
        assertThat(books).containsExactly("+0 MEMORY", "+1 MEMORY", "-1 MEMORY", "+2 MEMORY");
        assertThat(secondsToRead(replicas.get(0), 0, storage)).isCloseTo(0.1, within(1e-6));
        assertThat(storage.bringIn(replicas.get(0), false, () -> {})).isEmpty();
        pinned.letGo();
        assertThat(secondsToRead(replicas.get(0), 0, storage)).isCloseTo(1.0, within(1e-6));
    }
}
