package io.tiercel.sim.storage;

import static io.tiercel.sim.cluster.Specs.MB;
import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.cache.EvictionPolicy;
import io.tiercel.model.Tier;
import io.tiercel.sim.cluster.Cluster;
import io.tiercel.sim.cluster.Device;
import io.tiercel.sim.cluster.Specs;
import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.storage.Placement.OneTierPlacement;
import io.tiercel.sim.storage.Placement.ReplicaPerTierPlacement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class StoredFileTest {
    private static final long BLOCK = 100 * MB;

    private static final class Books implements StorageListener {
        private final List<String> lines = new ArrayList<>();

        @Override
        public void stored(int node, Device device, StoredBlock block) {
            lines.add("+" + block.id() + " " + device + " " + block.bytes());
        }

        @Override
        public void removed(int node, Device device, StoredBlock block) {
            lines.add("-" + block.id() + " " + device + " " + block.bytes());
        }
    }

    private static Storage storage(Engine engine, Books books, Placement placement, String eviction, boolean settled) {
        Cluster cluster = new Cluster(Specs.tiered(2, 3, 1, 250), engine);
        MemoryRules rules = new MemoryRules(EvictionPolicy.named(eviction), false, false, settled, false);
        return new Storage(engine, cluster, placement, rules, new Random(1), books);
    }

    private static List<String> places(List<StoredBlock> blocks) {
        return blocks.stream()
                .map(block -> block.id() + ": " + block.bytes() + " "
                        + block.replicas().stream().map(StoredReplica::device).toList())
                .toList();
    }

    /** More blocks than memory has room for, so that some have moved since they were made. */
    @Test
    void aFileHasTheBlocksThatWouldBeThereOneByOne() {
        for (Placement placement : List.of(
                new ReplicaPerTierPlacement(List.of(Tier.MEMORY, Tier.SSD, Tier.HDD)),
                new OneTierPlacement(Tier.HDD, 2))) {
            for (String eviction : EvictionPolicy.names()) {
                Books filesBooks = new Books();
                Storage files = storage(new Engine(), filesBooks, placement, eviction, false);
                Books blocksBooks = new Books();
                Storage blocks = storage(new Engine(), blocksBooks, placement, eviction, false);
                List<StoredFile> made = new ArrayList<>();
                List<StoredBlock> expected = new ArrayList<>();
                for (int f = 0; f < 12; f++) {
                    made.add(files.placeFile(f * BLOCK / 2, BLOCK));
                    for (long left = f * BLOCK / 2; left > 0; left -= BLOCK) {
                        expected.add(blocks.place(Math.min(left, BLOCK)));
                    }
                }
                List<StoredBlock> all = new ArrayList<>();
                made.forEach(file -> all.addAll(files.open(file)));
                assertThat(filesBooks.lines).isEqualTo(blocksBooks.lines).anyMatch(line -> line.startsWith("+"));
                assertThat(places(all)).isEqualTo(places(expected));
            }
        }
    }

    @Test
    void whatMakesRoomAtTheStartIsWrittenUnlessItIsSettled() {
        for (boolean settled : new boolean[] {false, true}) {
            Engine engine = new Engine();
            Books books = new Books();
            Storage storage = storage(engine, books, new OneTierPlacement(Tier.MEMORY, 1), "lru", settled);
            storage.placeFile(30 * BLOCK, BLOCK);
            assertThat(books.lines).anyMatch(line -> line.startsWith("-"));
            engine.run(1_000);
            assertThat(engine.now() == 0).isEqualTo(settled);
        }
    }
}
