package io.tiercel.migrate.bind;

import static io.tiercel.migrate.ledger.Samples.block;
import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.migrate.ledger.BlockEntry;
import io.tiercel.migrate.ledger.MigrationPriority;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PendingQueueTest {
    /** Against lists that are sorted by group. */
    @Test
    void keepsTheOrderAndTheReplicasOfWhatIsPending() {
        for (long seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            PendingQueue queue = new PendingQueue();
            List<MigrationPriority> groups = new ArrayList<>();
            TreeMap<MigrationPriority, List<BlockEntry>> model = new TreeMap<>();
            for (int g = 0; g < 4; g++) {
                groups.add(new MigrationPriority(random.nextInt(2), random.nextInt(2), g));
                model.put(groups.get(g), new ArrayList<>());
            }
            for (int step = 0; step < 600; step++) {
                MigrationPriority group = groups.get(random.nextInt(4));
                List<BlockEntry> members = model.get(group);
                if (members.isEmpty() || random.nextInt(5) < 2) {
                    int[] replicas = random.ints(1 + random.nextInt(5), 0, 50).toArray();
                    BlockEntry entry = new BlockEntry(block(step), 1 + step);
                    entry.replicas(replicas, replicas);
                    entry.slot(queue.add(entry, group, 10L + step));
                    members.add(entry);
                } else if (random.nextInt(3) == 0) {
                    BlockEntry moved = members.get(random.nextInt(members.size()));
                    MigrationPriority to = groups.get(random.nextInt(4));
                    queue.move(moved.slot(), to);
                    if (to != group) {
                        members.remove(moved);
                        model.get(to).add(moved);
                    }
                } else {
                    BlockEntry gone = members.remove(random.nextInt(members.size()));
                    queue.remove(gone.slot());
                }
                if (step % 20 == 0) {
                    compare(queue, model, seed);
                }
            }
        }
    }

    private static void compare(PendingQueue queue, TreeMap<MigrationPriority, List<BlockEntry>> model, long seed) {
        List<BlockEntry> seen = new ArrayList<>();
        queue.forEach(slot -> {
            BlockEntry entry = queue.entry(slot);
            assertThat(entry.slot()).as("seed %d", seed).isEqualTo(slot);
            assertThat(Arrays.copyOfRange(queue.replicas().values(), queue.from(slot), queue.to(slot)))
                    .as("seed %d", seed)
                    .isEqualTo(entry.sources());
            assertThat(queue.charged(slot)).isEqualTo(entry.bytes + 9);
            seen.add(entry);
        });
        List<BlockEntry> expected =
                model.values().stream().flatMap(List::stream).toList();
        assertThat(seen).as("seed %d", seed).containsExactlyElementsOf(expected);
        assertThat(queue.size()).as("seed %d", seed).isEqualTo(expected.size());
    }
}
