package io.tiercel.record;

import io.tiercel.assign.AssignmentProblem;
import io.tiercel.assign.Preferences;
import io.tiercel.model.Tier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Prices the tasks of a record by DESIGN.md's rule. Arrays per rack are shared by all tasks and cleaned after each. */
final class RecordedProblem {
    private static final int NONE = -1;

    private final RecordedRound round;
    private final int[] rackOf;
    private final int[] openNodes;
    private final int[] lowest;
    private final int[] highest;
    private final int[] listedOpen;
    private final int[] position;

    RecordedProblem(RecordedRound round) {
        this.round = round;
        this.rackOf = dense(round.racks());
        int racks = Arrays.stream(rackOf).max().orElse(NONE) + 1;
        this.openNodes = new int[racks];
        for (int node = 0; node < rackOf.length; node++) {
            openNodes[rackOf[node]] += round.slots(node) > 0 ? 1 : 0;
        }
        this.lowest = new int[racks];
        this.highest = new int[racks];
        this.listedOpen = new int[racks];
        this.position = new int[rackOf.length];
        Arrays.fill(position, NONE);
        Arrays.fill(lowest, Integer.MAX_VALUE);
    }

    AssignmentProblem problem() {
        List<Preferences> tasks = new ArrayList<>(round.tasks().size());
        for (RecordedTask task : round.tasks()) {
            tasks.add(price(task));
        }
        return new AssignmentProblem(rackOf, round.slots(), tasks);
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
        CostUnit unit = round.unit();
        int[] nodes = new int[task.size()];
        int[] costs = new int[task.size()];
        @Nullable Tier[] tiers = new Tier[task.size()];
        int count = 0;
        for (int i = 0; i < task.size(); i++) {
            int cost = unit.units(task.score(i));
            int at = position[task.node(i)];
            if (at != NONE && costs[at] <= cost) {
                continue;
            }
            if (at == NONE) {
                at = count++;
                position[task.node(i)] = at;
                nodes[at] = task.node(i);
            }
            costs[at] = cost;
            tiers[at] = task.tier(i, round.scale());
        }
        for (int i = 0; i < count; i++) {
            position[nodes[i]] = NONE;
        }
        if (count < nodes.length) {
            nodes = Arrays.copyOf(nodes, count);
            costs = Arrays.copyOf(costs, count);
            tiers = Arrays.copyOf(tiers, count);
        }
        return price(nodes, costs, tiers);
    }

    private Preferences price(int[] nodes, int[] costs, @Nullable Tier[] tiers) {
        CostUnit unit = round.unit();
        if (nodes.length == 0) {
            return new Preferences(
                    nodes,
                    costs,
                    tiers,
                    new int[0],
                    new int[0],
                    unit.units(round.penalties().c0()));
        }
        int[] racks = new int[nodes.length];
        int count = 0;
        for (int i = 0; i < nodes.length; i++) {
            int rack = rackOf[nodes[i]];
            if (lowest[rack] == Integer.MAX_VALUE) {
                racks[count++] = rack;
            }
            lowest[rack] = Math.min(lowest[rack], costs[i]);
            highest[rack] = Math.max(highest[rack], costs[i]);
            listedOpen[rack] += round.slots(nodes[i]) > 0 ? 1 : 0;
        }
        int[] rackCosts = new int[count];
        int kept = 0;
        for (int r = 0; r < count; r++) {
            int rack = racks[r];
            int cost = unit.units(round.penalties().c1()) + lowest[rack];
            if (!isMoot(rack, cost)) {
                racks[kept] = rack;
                rackCosts[kept++] = cost;
            }
            lowest[rack] = Integer.MAX_VALUE;
            highest[rack] = 0;
            listedOpen[rack] = 0;
        }
        return new Preferences(
                nodes,
                costs,
                tiers,
                Arrays.copyOf(racks, kept),
                Arrays.copyOf(rackCosts, kept),
                unit.units(round.penalties().c2()));
    }

    /**
     * Whether a rack's cost applies to no node with a slot and is below that of a listed node. Tasks whose racks were written out
     * node by node have such costs, which would only take the solver off its fast path.
     */
    private boolean isMoot(int rack, int cost) {
        return listedOpen[rack] == openNodes[rack] && highest[rack] > cost;
    }
}
