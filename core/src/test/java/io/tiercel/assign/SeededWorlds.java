package io.tiercel.assign;

import io.tiercel.model.Block;
import io.tiercel.model.Replica;
import io.tiercel.model.Task;
import io.tiercel.model.Tier;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Makes clusters and tasks from a seed: the same seed, the same world. */
public final class SeededWorlds {
    private static final Tier[] TIERS = {Tier.MEMORY, Tier.SSD, Tier.HDD};

    private final WorldShape shape;
    private final Random random;

    private SeededWorlds(WorldShape shape, Random random) {
        this.shape = shape;
        this.random = random;
    }

    /** One world of the given shape. */
    public static AssignmentProblem of(WorldShape shape, long seed) {
        return new SeededWorlds(shape, new Random(seed)).problem();
    }

    /**
     * A small world of a random shape: any of uniform and skewed, over- and under-loaded, ragged slots, racks of one node,
     * tasks without input, more replicas than nodes, byte-weighted costs, and (if wanted) costs of which a rack is dearer
     * than elsewhere or a node dearer than its rack.
     */
    public static AssignmentProblem any(long seed, boolean ordinaryCosts) {
        Random random = new Random(seed);
        int nodes = 1 + random.nextInt(random.nextInt(4) == 0 ? 3 : 24);
        int slots = random.nextInt(4);
        int racks = random.nextInt(4) == 0 ? nodes : 1 + random.nextInt(Math.min(nodes, 6));
        WorldShape shape = new WorldShape(
                random.nextInt(random.nextInt(3) == 0 ? 6 : 70),
                nodes,
                slots,
                random.nextInt(3),
                racks,
                1 + random.nextInt(5),
                1 + random.nextInt(Math.min(nodes, 4)),
                random.nextInt(2) * 0.8,
                random.nextInt(3) == 0 ? 0.3 : 0,
                random.nextInt(3) == 0 ? 4 : 1,
                ordinaryCosts ? ordinary(random) : odd(random));
        return new SeededWorlds(shape, random).problem();
    }

    private static CostModel ordinary(Random random) {
        double c0 = new double[] {0, 39, 39.5, 100, 120}[random.nextInt(5)];
        return switch (random.nextInt(4)) {
            case 0 -> new CostModel(TierScores.uniform(1, 1, 20, 100), 40, 100, c0);
            case 1 -> new CostModel(TierScores.uniform(0.125, 1.5, 7.003, 50), 9.9, 30, c0);
            default -> new CostModel(TierScores.TRIDENT, 40, 100, c0);
        };
    }

    /** Scores that differ from node to node, and that may exceed c1 or c2. */
    private static CostModel odd(Random random) {
        int salt = random.nextInt();
        double spread = new double[] {3, 20, 60, 150}[random.nextInt(4)];
        TierScores scores = (node, tier) -> {
            Random own = new Random(salt ^ (31L * node + tier.ordinal()));
            return Math.round(own.nextDouble() * spread * (1 + tier.ordinal()));
        };
        return new CostModel(scores, random.nextInt(110), random.nextInt(120), random.nextInt(150));
    }

    private AssignmentProblem problem() {
        int[] rackOf = new int[shape.nodes()];
        int[] slots = new int[shape.nodes()];
        for (int node = 0; node < slots.length; node++) {
            rackOf[node] = (int) ((long) node * shape.racks() / shape.nodes());
            int jitter = shape.slotJitter() == 0 ? 0 : random.nextInt(2 * shape.slotJitter() + 1) - shape.slotJitter();
            slots[node] = Math.max(0, shape.slots() + jitter);
        }
        List<Preferences> tasks = new ArrayList<>();
        for (int task = 0; task < shape.tasks(); task++) {
            tasks.add(shape.costs().price(task(), node -> rackOf[node]));
        }
        return new AssignmentProblem(rackOf, slots, tasks);
    }

    private Task task() {
        if (random.nextDouble() < shape.bare()) {
            return Task.reading();
        }
        int blocks = 1 + random.nextInt(shape.blocks());
        Block[] read = new Block[blocks];
        for (int b = 0; b < blocks; b++) {
            read[b] = new Block(blocks == 1 ? 128 << 20 : random.nextInt(128 << 20), replicas());
        }
        List<Integer> processLocal =
                shape.blocks() > 1 && random.nextInt(8) == 0 ? List.of(random.nextInt(shape.nodes())) : List.of();
        return new Task(List.of(read), processLocal);
    }

    private List<Replica> replicas() {
        boolean hot = random.nextDouble() < shape.hotShare();
        int among = hot ? shape.hotNodes() : shape.nodes();
        Set<Integer> nodes = new HashSet<>();
        List<Replica> replicas = new ArrayList<>();
        while (nodes.size() < Math.min(shape.replicas(), among)) {
            int node = random.nextInt(among);
            if (nodes.add(node)) {
                replicas.add(new Replica(node, TIERS[random.nextInt(TIERS.length)]));
            }
        }
        return replicas;
    }
}
