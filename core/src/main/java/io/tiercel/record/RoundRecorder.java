package io.tiercel.record;

import io.tiercel.assign.AssignmentProblem;
import io.tiercel.assign.CostModel;
import io.tiercel.assign.Preferences;
import io.tiercel.model.Tier;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Writes a problem in the keys of DESIGN.md. A reader who knows only these gets the same cost for every task on every node with a
 * free slot.
 *
 * <p>For an unlisted node, those keys give {@code c1} plus the lowest score of its rack, or {@code c2}. Where a task costs something
 * else there (several blocks, input in a process), the rack's nodes with free slots are listed as {@link Tier#REMOTE}. Costs that
 * are no whole scores are multiplied by {@code scale} until all are whole.
 */
public final class RoundRecorder {
    private final AssignmentProblem problem;
    private final int c1;
    private final int c2;
    private final int c0;
    private final int[][] openNodes;

    private RoundRecorder(AssignmentProblem problem, CostModel costs) {
        this.problem = problem;
        this.c1 = CostModel.units(costs.c1());
        this.c2 = CostModel.units(costs.c2());
        this.c0 = CostModel.units(costs.c0());
        this.openNodes = openNodes(problem);
    }

    /** Writes down {@code problem}, whose tasks were priced by {@code costs}. */
    public static RecordedRound record(AssignmentProblem problem, CostModel costs) {
        return new RoundRecorder(problem, costs).record();
    }

    private RecordedRound record() {
        List<Listing> listings = problem.tasks().stream().map(this::listing).toList();
        int unitsPerNumber = unitsPerNumber(listings);
        int scale = CostModel.UNITS_PER_SCORE / unitsPerNumber;
        boolean sayTiers = listings.stream().anyMatch(listing -> !listing.tiersAreGuessed());
        List<RecordedTask> tasks = listings.stream()
                .map(listing -> listing.task(unitsPerNumber, sayTiers))
                .toList();
        return new RecordedRound(
                IntStream.range(0, problem.nodes()).map(problem::rackOf).toArray(),
                IntStream.range(0, problem.nodes()).map(problem::slots).toArray(),
                new Penalties((double) c1 / unitsPerNumber, (double) c2 / unitsPerNumber, (double) c0 / unitsPerNumber),
                scale,
                tasks);
    }

    /** The coarsest unit in which all costs are whole. */
    private int unitsPerNumber(List<Listing> listings) {
        BigInteger unit = BigInteger.valueOf(CostModel.UNITS_PER_SCORE);
        for (int cost : new int[] {c0, c1, c2}) {
            unit = unit.gcd(BigInteger.valueOf(cost));
        }
        int gcd = unit.intValueExact();
        for (Listing listing : listings) {
            for (int cost : listing.costs()) {
                gcd = gcd(gcd, cost);
            }
        }
        return gcd;
    }

    private static int gcd(int a, int b) {
        return b == 0 ? a : gcd(b, a % b);
    }

    /** The listed nodes of one task; costs in units. */
    private record Listing(int[] nodes, int[] costs, @Nullable Tier[] tiers) {
        boolean tiersAreGuessed() {
            for (int i = 0; i < nodes.length; i++) {
                if (NearestTier.of((double) costs[i] / CostModel.UNITS_PER_SCORE) != tiers[i]) {
                    return false;
                }
            }
            return true;
        }

        RecordedTask task(int unitsPerNumber, boolean sayTiers) {
            double[] scores = Arrays.stream(costs)
                    .mapToDouble(cost -> (double) cost / unitsPerNumber)
                    .toArray();
            return new RecordedTask(nodes, scores, sayTiers ? tiers : null);
        }
    }

    private Listing listing(Preferences task) {
        List<Integer> extra = new ArrayList<>();
        for (int rack : racks(task)) {
            // Without a listed node the rule would be c0, so racks alone cannot be said either.
            if (task.size() == 0 || costInRack(task, rack) != ruleInRack(task, rack)) {
                list(task, rack, extra);
            }
        }
        boolean lists = task.size() + extra.size() > 0;
        if (task.elsewhere() != (lists ? c2 : c0)) {
            for (int rack = 0; rack < openNodes.length; rack++) {
                list(task, rack, extra);
            }
        }
        return listing(
                task, extra.stream().mapToInt(Integer::intValue).distinct().toArray());
    }

    private Listing listing(Preferences task, int[] extra) {
        int[] nodes =
                Arrays.copyOf(IntStream.range(0, task.size()).map(task::node).toArray(), task.size() + extra.length);
        int[] costs = new int[nodes.length];
        @Nullable Tier[] tiers = new Tier[nodes.length];
        for (int i = 0; i < nodes.length; i++) {
            boolean listed = i < task.size();
            nodes[i] = listed ? task.node(i) : extra[i - task.size()];
            costs[i] = listed ? task.nodeCost(i) : task.cost(nodes[i], problem.rackOf(nodes[i]));
            tiers[i] = listed ? task.nodeTier(i) : Tier.REMOTE;
        }
        return new Listing(nodes, costs, tiers);
    }

    private void list(Preferences task, int rack, List<Integer> extra) {
        for (int node : openNodes[rack]) {
            if (task.indexOf(node) < 0) {
                extra.add(node);
            }
        }
    }

    private int[] racks(Preferences task) {
        IntStream ofNodes = IntStream.range(0, task.size()).map(i -> problem.rackOf(task.node(i)));
        IntStream listed = IntStream.range(0, task.rackCount()).map(task::rack);
        return IntStream.concat(ofNodes, listed)
                .distinct()
                .filter(rack -> rack < openNodes.length)
                .toArray();
    }

    private static int costInRack(Preferences task, int rack) {
        for (int r = 0; r < task.rackCount(); r++) {
            if (task.rack(r) == rack) {
                return task.rackCost(r);
            }
        }
        return task.elsewhere();
    }

    private int ruleInRack(Preferences task, int rack) {
        int lowest = Integer.MAX_VALUE;
        for (int i = 0; i < task.size(); i++) {
            if (problem.rackOf(task.node(i)) == rack) {
                lowest = Math.min(lowest, task.nodeCost(i));
            }
        }
        return lowest == Integer.MAX_VALUE ? c2 : c1 + lowest;
    }

    private static int[][] openNodes(AssignmentProblem problem) {
        List<List<Integer>> open = new ArrayList<>();
        for (int rack = 0; rack < problem.racks(); rack++) {
            open.add(new ArrayList<>());
        }
        for (int node = 0; node < problem.nodes(); node++) {
            if (problem.slots(node) > 0) {
                open.get(problem.rackOf(node)).add(node);
            }
        }
        return open.stream()
                .map(nodes -> nodes.stream().mapToInt(Integer::intValue).toArray())
                .toArray(int[][]::new);
    }
}
