package io.tiercel.record;

import io.tiercel.assign.AssignmentProblem;
import io.tiercel.assign.CostModel;
import io.tiercel.assign.Preferences;
import io.tiercel.model.Tier;
import io.tiercel.record.RecordedRound.Penalties;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Writes a problem in the keys of docs/records.md. A reader who knows only these gets the same cost for every task on every node with a
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
    /** Nodes with free slots of each rack. */
    private final List<List<Integer>> openNodes;

    private RoundRecorder(AssignmentProblem problem, CostModel costs) {
        this.problem = problem;
        this.c1 = CostModel.units(costs.c1());
        this.c2 = CostModel.units(costs.c2());
        this.c0 = CostModel.units(costs.c0());
        this.openNodes = Stream.<List<Integer>>generate(ArrayList::new)
                .limit(problem.racks())
                .toList();
        IntStream.range(0, problem.nodes())
                .filter(node -> problem.slots(node) > 0)
                .forEach(node -> openNodes.get(problem.rackOf(node)).add(node));
    }

    /** Writes down {@code problem}, whose tasks were priced by {@code costs}. */
    public static RecordedRound record(AssignmentProblem problem, CostModel costs) {
        return new RoundRecorder(problem, costs).record();
    }

    private RecordedRound record() {
        List<Listing> listings = problem.tasks().stream().map(this::listing).toList();
        int unitsPerNumber = unitsPerNumber(listings);
        boolean sayTiers = listings.stream().anyMatch(listing -> !listing.tiersAreGuessed());
        return new RecordedRound(
                IntStream.range(0, problem.nodes()).map(problem::rackOf).toArray(),
                IntStream.range(0, problem.nodes()).map(problem::slots).toArray(),
                new Penalties((double) c1 / unitsPerNumber, (double) c2 / unitsPerNumber, (double) c0 / unitsPerNumber),
                CostModel.UNITS_PER_SCORE / unitsPerNumber,
                listings.stream()
                        .map(listing -> listing.task(unitsPerNumber, sayTiers))
                        .toList());
    }

    /** The coarsest unit in which all costs are whole. */
    private int unitsPerNumber(List<Listing> listings) {
        return IntStream.concat(
                        IntStream.of(c0, c1, c2),
                        listings.stream().flatMapToInt(listing -> Arrays.stream(listing.costs())))
                .reduce(CostModel.UNITS_PER_SCORE, RoundRecorder::gcd);
    }

    private static int gcd(int a, int b) {
        return b == 0 ? a : gcd(b, a % b);
    }

    /** The listed nodes of one task; costs in units. */
    private record Listing(int[] nodes, int[] costs, @Nullable Tier[] tiers, boolean @Nullable [] arriving) {
        boolean tiersAreGuessed() {
            for (int i = 0; i < nodes.length; i++) {
                if (RecordedTask.nearestTier((double) costs[i] / CostModel.UNITS_PER_SCORE) != tiers[i]) {
                    return false;
                }
            }
            return true;
        }

        RecordedTask task(int unitsPerNumber, boolean sayTiers) {
            double[] scores = Arrays.stream(costs)
                    .mapToDouble(cost -> (double) cost / unitsPerNumber)
                    .toArray();
            return new RecordedTask(nodes, scores, sayTiers ? tiers : null, arriving);
        }
    }

    private Listing listing(Preferences task) {
        Set<Integer> extra = new LinkedHashSet<>();
        // Without a listed node the rule would be c0, so racks alone cannot be said either.
        racks(task)
                .filter(rack -> task.size() == 0 || task.rackCostOf(rack) != ruleInRack(task, rack))
                .forEach(rack -> list(task, rack, extra));
        boolean lists = task.size() + extra.size() > 0;
        if (task.elsewhere() != (lists ? c2 : c0)) {
            IntStream.range(0, openNodes.size()).forEach(rack -> list(task, rack, extra));
        }
        int[] nodes = IntStream.concat(
                        Arrays.stream(task.nodes()), extra.stream().mapToInt(Integer::intValue))
                .toArray();
        int[] costs = Arrays.stream(nodes)
                .map(node -> task.cost(node, problem.rackOf(node)))
                .toArray();
        @Nullable Tier[] tiers = Arrays.copyOf(task.nodeTiers(), nodes.length);
        Arrays.fill(tiers, task.size(), nodes.length, Tier.REMOTE);
        return new Listing(nodes, costs, tiers, arriving(task, nodes));
    }

    /** Extra nodes hold nothing: they are marked as the copies of their rack, so that the rack looks the same. */
    private boolean @Nullable [] arriving(Preferences task, int[] nodes) {
        if (task.arriving() == null) {
            return null;
        }
        boolean[] arriving = new boolean[nodes.length];
        for (int i = 0; i < nodes.length; i++) {
            arriving[i] = i < task.size() ? task.isArriving(i) : isAllArriving(task, problem.rackOf(nodes[i]));
        }
        return arriving;
    }

    private boolean isAllArriving(Preferences task, int rack) {
        boolean any = false;
        boolean all = true;
        for (int i = 0; i < task.size(); i++) {
            if (problem.rackOf(task.node(i)) == rack) {
                any = true;
                all &= task.isArriving(i);
            }
        }
        return any ? all : task.isAllArriving();
    }

    private void list(Preferences task, int rack, Set<Integer> extra) {
        openNodes.get(rack).stream().filter(node -> task.indexOf(node) < 0).forEach(extra::add);
    }

    private IntStream racks(Preferences task) {
        return IntStream.concat(Arrays.stream(task.nodes()).map(problem::rackOf), Arrays.stream(task.racks()))
                .distinct()
                .filter(rack -> rack < openNodes.size());
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
}
