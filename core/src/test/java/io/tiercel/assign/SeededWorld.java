package io.tiercel.assign;

import io.tiercel.model.Block;
import io.tiercel.model.Replica;
import io.tiercel.model.Task;
import io.tiercel.model.Tier;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Clusters and rounds drawn from a seed: ragged slots, hot nodes, several blocks per task, cached and unlocated input. */
public final class SeededWorld {
    private static final Tier[] LOCAL = {Tier.MEMORY, Tier.SSD, Tier.HDD};

    private final Random random;
    private final int[] rackOf;
    private final int[] slots;

    private SeededWorld(long seed) {
        random = new Random(seed);
        int nodes = 1 + random.nextInt(16);
        int racks = 1 + random.nextInt(Math.min(nodes, 5));
        rackOf = random.ints(nodes, 0, racks).toArray();
        int most = 1 + random.nextInt(4);
        slots = random.ints(nodes, 0, most + 1).toArray();
    }

    public static AssignmentProblem problem(long seed) {
        return new SeededWorld(seed).draw(costs(seed));
    }

    /** The cost model by which {@link #problem} of the same seed is priced. */
    public static CostModel costs(long seed) {
        return new CostModel(TierScores.TRIDENT, 40, 100, seed % 2 == 0 ? 39 : 100);
    }

    private AssignmentProblem draw(CostModel costs) {
        int tasks = random.nextInt(1 + 2 * IntStream.of(slots).sum() + 3);
        List<Preferences> prices = new ArrayList<>();
        int kind = random.nextInt(3);
        for (int t = 0; t < tasks; t++) {
            prices.add(costs.price(task(kind), node -> rackOf[node]));
        }
        return new AssignmentProblem(rackOf, slots, prices);
    }

    /** In kind 0 all tasks read one replicated block; of the others some have no input, cached input or several blocks. */
    private Task task(int kind) {
        int draw = kind == 0 ? 9 : random.nextInt(10);
        return switch (draw) {
            case 0 -> new Task(List.of(), List.of());
            case 1 -> new Task(List.of(), List.of(random.nextInt(rackOf.length)));
            case 2 -> new Task(List.of(block()), List.of(random.nextInt(rackOf.length)));
            case 3 -> Task.reading(block(), block(), block());
            default -> Task.reading(block());
        };
    }

    private Block block() {
        List<Integer> nodes =
                new ArrayList<>(IntStream.range(0, rackOf.length).boxed().toList());
        Collections.shuffle(nodes, random);
        return new Block(
                1 + random.nextInt(128),
                nodes.stream()
                        .limit(1 + random.nextInt(3))
                        .map(node -> new Replica(node, LOCAL[random.nextInt(LOCAL.length)]))
                        .toList());
    }
}
