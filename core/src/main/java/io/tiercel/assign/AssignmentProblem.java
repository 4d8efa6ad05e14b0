package io.tiercel.assign;

import java.util.List;
import java.util.stream.IntStream;

/**
 * One round of assignment: the immutable snapshot over which every policy decides.
 *
 * <p>Nodes are places whose slots are alike (hosts, or executors where some input is process-local). Tasks and nodes are
 * numbered from 0; ties are broken by these numbers.
 */
public final class AssignmentProblem {
    private final int[] rackOf;
    private final int[] slots;
    private final List<Preferences> tasks;
    private final int racks;
    private final int totalSlots;

    /**
     * @param rackOf rack index of each node, at least 0
     * @param slots free slots of each node, at least 0, at most {@link Integer#MAX_VALUE} in all
     * @param tasks the tasks' price lists, in the order in which the engine would run them
     */
    public AssignmentProblem(int[] rackOf, int[] slots, List<Preferences> tasks) {
        if (rackOf.length != slots.length) {
            throw new IllegalArgumentException(
                    "expected as many slot counts as nodes (" + rackOf.length + "), got " + slots.length);
        }
        this.rackOf = rackOf.clone();
        this.slots = slots.clone();
        this.tasks = List.copyOf(tasks);
        int maxRack = -1;
        long total = 0;
        for (int node = 0; node < rackOf.length; node++) {
            if (rackOf[node] < 0) {
                throw new IllegalArgumentException(
                        "node " + node + ": expected a rack of at least 0, got " + rackOf[node]);
            }
            if (slots[node] < 0) {
                throw new IllegalArgumentException("node " + node + ": expected at least 0 slots, got " + slots[node]);
            }
            maxRack = Math.max(maxRack, rackOf[node]);
            total += slots[node];
        }
        this.racks = maxRack + 1;
        this.totalSlots = Math.toIntExact(total);
        for (int task = 0; task < this.tasks.size(); task++) {
            check(task, this.tasks.get(task));
        }
    }

    private void check(int task, Preferences preferences) {
        for (int node : preferences.nodes()) {
            if (node < 0 || node >= rackOf.length) {
                throw new IllegalArgumentException("task " + task + ": no node " + node);
            }
        }
        for (int rack : preferences.racks()) {
            if (rack < 0 || rack >= racks) {
                throw new IllegalArgumentException("task " + task + ": no rack " + rack);
            }
        }
    }

    /** The same cluster with other slots, and only the tasks of the given numbers. */
    AssignmentProblem restrictedTo(int[] otherSlots, int[] kept) {
        List<Preferences> some = kept.length == tasks.size()
                ? tasks
                : IntStream.of(kept).mapToObj(tasks::get).toList();
        return new AssignmentProblem(rackOf, otherSlots, some);
    }

    public int nodes() {
        return rackOf.length;
    }

    /** One more than the highest rack index. */
    public int racks() {
        return racks;
    }

    public int rackOf(int node) {
        return rackOf[node];
    }

    public int slots(int node) {
        return slots[node];
    }

    public int totalSlots() {
        return totalSlots;
    }

    public List<Preferences> tasks() {
        return tasks;
    }

    /** How many tasks a maximum matching places: every task may run anywhere. */
    public int matchable() {
        return Math.min(tasks.size(), totalSlots);
    }

    /** The cost of {@code task} on {@code node}, in units of {@link CostModel#UNITS_PER_SCORE} to the score. */
    public int cost(int task, int node) {
        return tasks.get(task).cost(node, rackOf[node]);
    }
}
