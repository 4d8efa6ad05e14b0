package io.tiercel.record;

import io.tiercel.assign.AssignmentProblem;
import io.tiercel.assign.Preferences;
import io.tiercel.model.Tier;
import java.util.Arrays;
import java.util.Collection;
import java.util.IntSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Prices the tasks of a record by the rule of docs/records.md. */
final class RecordedProblem {
    private final RecordedRound round;
    private final CostUnit unit;
    private final int[] rackOf;
    /** Nodes with free slots of each rack. */
    private final int[] openNodes;

    RecordedProblem(RecordedRound round) {
        this.round = round;
        this.unit = round.unit();
        this.rackOf = dense(round.racks());
        this.openNodes = new int[Arrays.stream(rackOf).max().orElse(-1) + 1];
        for (int node = 0; node < rackOf.length; node++) {
            openNodes[rackOf[node]] += open(node);
        }
    }

    private int open(int node) {
        return round.slots()[node] > 0 ? 1 : 0;
    }

    AssignmentProblem problem() {
        return new AssignmentProblem(
                rackOf, round.slots(), round.tasks().stream().map(this::price).toList());
    }

    /** Rack numbers as they are unless one is so high that an array by racks would be larger than one by nodes. */
    private static int[] dense(int[] racks) {
        if (Arrays.stream(racks).allMatch(rack -> rack < racks.length)) {
            return racks;
        }
        int[] names = Arrays.stream(racks).sorted().distinct().toArray();
        return Arrays.stream(racks)
                .map(rack -> Arrays.binarySearch(names, rack))
                .toArray();
    }

    private Preferences price(RecordedTask task) {
        int[] costOf = Arrays.stream(task.scores()).mapToInt(unit::units).toArray();
        Map<Integer, Integer> cheapest = new LinkedHashMap<>();
        for (int i = 0; i < task.size(); i++) {
            cheapest.merge(task.nodes()[i], i, (before, now) -> costOf[now] < costOf[before] ? now : before);
        }
        int[] nodes = toArray(cheapest.keySet());
        int[] locations = toArray(cheapest.values());
        int[] costs = Arrays.stream(locations).map(i -> costOf[i]).toArray();
        @Nullable Tier[] tiers = new Tier[nodes.length];
        Arrays.setAll(tiers, i -> task.tier(locations[i], round.scale()));
        RecordedRound.Penalties penalties = round.penalties();
        Map<Integer, Integer> racks = rackCosts(nodes, costs, unit.units(penalties.c1()));
        int elsewhere = unit.units(nodes.length == 0 ? penalties.c0() : penalties.c2());
        return new Preferences(
                nodes,
                costs,
                tiers,
                arriving(task, locations),
                toArray(racks.keySet()),
                toArray(racks.values()),
                elsewhere);
    }

    private static boolean @Nullable [] arriving(RecordedTask task, int[] locations) {
        boolean[] marks = task.arriving();
        if (marks == null) {
            return null;
        }
        boolean[] arriving = new boolean[locations.length];
        for (int i = 0; i < locations.length; i++) {
            arriving[i] = marks[locations[i]];
        }
        return arriving;
    }

    private static int[] toArray(Collection<Integer> numbers) {
        return numbers.stream().mapToInt(Integer::intValue).toArray();
    }

    /** The cost of each rack with a listed node: the lowest there plus {@code c1}. */
    private Map<Integer, Integer> rackCosts(int[] nodes, int[] costs, int c1) {
        Map<Integer, IntSummaryStatistics> listed = new LinkedHashMap<>();
        for (int i = 0; i < nodes.length; i++) {
            listed.computeIfAbsent(rackOf[nodes[i]], rack -> new IntSummaryStatistics())
                    .accept(costs[i]);
        }
        Map<Integer, Integer> rackCosts = new LinkedHashMap<>();
        listed.forEach((rack, cost) -> {
            // Moot costs apply to no node with a slot, and would only take the solver off its fast path. Tasks whose
            // racks were
            // written out node by node have such.
            boolean moot = cost.getMax() > c1 + cost.getMin() && listsAllOpenNodes(nodes, rack);
            if (!moot) {
                rackCosts.put(rack, c1 + cost.getMin());
            }
        });
        return rackCosts;
    }

    private boolean listsAllOpenNodes(int[] nodes, int rack) {
        return Arrays.stream(nodes)
                        .filter(node -> rackOf[node] == rack)
                        .map(this::open)
                        .sum()
                == openNodes[rack];
    }
}
