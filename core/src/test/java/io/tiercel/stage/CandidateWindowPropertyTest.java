package io.tiercel.stage;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.assign.AssignmentProblem;
import io.tiercel.assign.CostModel;
import io.tiercel.assign.Preferences;
import io.tiercel.assign.TierScores;
import io.tiercel.assign.TridentPolicy;
import io.tiercel.assign.matching.MinCostMatching;
import io.tiercel.model.Block;
import io.tiercel.model.Replica;
import io.tiercel.model.Task;
import io.tiercel.model.Tier;
import io.tiercel.stage.RoundPlan.Decided;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A round that looks at a few of many pending tasks decides at the cost of one that looks at all. */
class CandidateWindowPropertyTest {
    private static final Tier[] TIERS = {Tier.MEMORY, Tier.SSD, Tier.HDD};

    @Test
    void leavesOutNoTaskThatWouldHaveBetteredTheRound() {
        long looked = 0;
        long pending = 0;
        for (long seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            int nodes = 1 + random.nextInt(30);
            int[] rackOf = random.ints(nodes, 0, 1 + random.nextInt(4)).toArray();
            Preferences[] tasks = tasks(random, 300 + random.nextInt(500), nodes, rackOf);
            StagePlan plan = plan(tasks, rackOf);
            BitSet left = new BitSet();
            left.set(0, tasks.length);
            for (int round = 0; round < 4; round++) {
                int most = 1 + random.nextInt(6);
                int[] slots = random.ints(nodes, 0, most).toArray();
                Decided decided = plan.round(new FreeSlots(rackOf, slots), round, task -> true, ExcludedSlots.NONE)
                        .decided();
                if (decided == null) {
                    continue;
                }
                long least = leastCost(tasks, left, rackOf, slots);
                assertThat(decided.decision().assignment().cost())
                        .as("seed %d round %d", seed, round)
                        .isEqualTo(least);
                looked += decided.tasks().length;
                pending += left.cardinality();
                launch(plan, decided, left);
            }
        }
        assertThat(looked).isLessThan(pending / 2);
    }

    private static StagePlan plan(Preferences[] tasks, int[] rackOf) {
        StagePrices prices = new StagePrices(tasks, new long[tasks.length], new boolean[tasks.length], rackOf);
        return new StagePlan(
                new TridentPolicy(),
                HoldRule.NEVER,
                TaskDurations.ofApplication().ofStage(),
                prices,
                rackOf,
                new int[rackOf.length]);
    }

    private static void launch(StagePlan plan, Decided decided, BitSet left) {
        for (int i = 0; i < decided.tasks().length; i++) {
            if (decided.decision().assignment().nodeOf(i) >= 0) {
                plan.launched(decided.tasks()[i], 0);
                left.clear(decided.tasks()[i]);
            }
        }
    }

    private static long leastCost(Preferences[] tasks, BitSet left, int[] rackOf, int[] slots) {
        List<Preferences> all = left.stream().mapToObj(task -> tasks[task]).toList();
        return MinCostMatching.solve(new AssignmentProblem(rackOf, slots, all))
                .assignment()
                .cost();
    }

    /** Blocks of one to three replicas on hot nodes and others; some tasks read two, some have no input. */
    private static Preferences[] tasks(Random random, int count, int nodes, int[] rackOf) {
        // Every other world has a network so fast that some nodes cost more than their rack, or the rack more than the
        // rest.
        CostModel costs = random.nextBoolean()
                ? CostModel.trident()
                : new CostModel(TierScores.TRIDENT, random.nextInt(20), 5 + random.nextInt(40), 4);
        int hot = 1 + random.nextInt(nodes);
        return IntStream.range(0, count)
                .mapToObj(task -> {
                    int blocks = random.nextInt(10) == 0 ? 0 : 1 + random.nextInt(2);
                    Block[] read = new Block[blocks];
                    Arrays.setAll(read, b -> new Block(1 + random.nextInt(100), replicas(random, nodes, hot)));
                    return costs.price(Task.reading(read), node -> rackOf[node]);
                })
                .toArray(Preferences[]::new);
    }

    private static List<Replica> replicas(Random random, int nodes, int hot) {
        return random.ints(1 + random.nextInt(3), 0, random.nextInt(4) == 0 ? nodes : hot)
                .distinct()
                .mapToObj(node -> new Replica(node, TIERS[random.nextInt(TIERS.length)]))
                .toList();
    }
}
