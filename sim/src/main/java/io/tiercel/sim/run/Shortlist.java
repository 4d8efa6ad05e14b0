package io.tiercel.sim.run;

import io.tiercel.assign.CostModel;
import io.tiercel.assign.Preferences;
import io.tiercel.model.Tier;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Of the tasks of a job that wait, those of which one gets the only slot that is offered, whichever list scheduler decides. Tasks that look alike from the offering node
 * (the same tier and cost there or in its rack, the same tiers elsewhere) differ by their numbers alone, and such a policy takes the first of them; so
 * the first of each kind will do. Found in time that does not grow with the number of tasks: a large job has a hundred thousand, and is asked as often.
 *
 * <p>A task whose input has moved is filed anew; where it stood before, its old entry is passed over by its version.
 */
final class Shortlist {
    private final CostModel costs;
    private final IntUnaryOperator rackOf;
    private final int firstIndex;
    private final @Nullable TaskRun[] tasks;
    private final Map<Integer, List<Kind>> atNode = new HashMap<>();
    private final Map<Integer, List<Kind>> inRack = new HashMap<>();
    private final List<Kind> anywhere = new ArrayList<>();
    private final List<TaskRun> moved = new ArrayList<>();
    private final BitSet isMoved = new BitSet();

    /** Tasks that look alike, from some place: the first in front. */
    private static final class Kind {
        private final int tiers;
        private final int here;
        private final int cost;
        private final EntryQueue queue = new EntryQueue();

        private Kind(int tiers, int here, int cost) {
            this.tiers = tiers;
            this.here = here;
            this.cost = cost;
        }
    }

    Shortlist(List<TaskRun> waiting, CostModel costs, IntUnaryOperator rackOf) {
        this.costs = costs;
        this.rackOf = rackOf;
        this.firstIndex = waiting.get(0).index();
        this.tasks = new @Nullable TaskRun[waiting.get(waiting.size() - 1).index() - firstIndex + 1];
        for (TaskRun task : waiting) {
            tasks[task.index() - firstIndex] = task;
            task.watch(this::hasMoved);
            file(task);
        }
    }

    private void hasMoved(TaskRun task) {
        if (!isMoved.get(task.index())) {
            isMoved.set(task.index());
            moved.add(task);
        }
    }

    private void file(TaskRun task) {
        Preferences prices = task.preferences(costs, rackOf);
        int tiers = tiers(prices);
        for (int i = 0; i < prices.size(); i++) {
            List<Kind> kinds = atNode.computeIfAbsent(prices.node(i), node -> new ArrayList<>(2));
            add(kinds, tiers, 1 + bit(prices.nodeTier(i)), prices.nodeCost(i), task);
        }
        for (int r = 0; r < prices.rackCount(); r++) {
            List<Kind> kinds = inRack.computeIfAbsent(prices.rack(r), rack -> new ArrayList<>(2));
            add(kinds, tiers, 0, prices.rackCost(r), task);
        }
        add(anywhere, tiers, prices.rackCount() > 0 ? 1 : 0, prices.elsewhere(), task);
    }

    private static void add(List<Kind> kinds, int tiers, int here, int cost, TaskRun task) {
        for (Kind kind : kinds) {
            if (kind.tiers == tiers && kind.here == here && kind.cost == cost) {
                kind.queue.add(task.index(), task.version());
                return;
            }
        }
        Kind kind = new Kind(tiers, here, cost);
        kinds.add(kind);
        kind.queue.add(task.index(), task.version());
    }

    /** The tiers that a task lists, as bits. */
    private static int tiers(Preferences prices) {
        int tiers = 0;
        for (int i = 0; i < prices.size(); i++) {
            tiers |= 1 << bit(prices.nodeTier(i));
        }
        return tiers;
    }

    private static int bit(@Nullable Tier tier) {
        return tier == null ? Tier.values().length : tier.ordinal();
    }

    /** Those of the tasks that could get a slot of a node, in their order; empty only if none waits. */
    List<TaskRun> of(int node) {
        for (TaskRun task : moved) {
            isMoved.clear(task.index());
            if (task.isWaiting()) {
                file(task);
            }
        }
        moved.clear();
        List<TaskRun> first = new ArrayList<>();
        firstOfEach(atNode.get(node), first);
        firstOfEach(inRack.get(rackOf.applyAsInt(node)), first);
        firstOfEach(anywhere, first);
        first.sort(Comparator.comparingInt(TaskRun::index));
        return first;
    }

    private void firstOfEach(@Nullable List<Kind> kinds, List<TaskRun> first) {
        if (kinds == null) {
            return;
        }
        for (Kind kind : kinds) {
            TaskRun task = first(kind.queue);
            if (task != null && !first.contains(task)) {
                first.add(task);
            }
        }
    }

    private @Nullable TaskRun first(EntryQueue queue) {
        while (!queue.isEmpty()) {
            TaskRun task = tasks[queue.first() - firstIndex];
            if (task != null && task.isWaiting() && task.version() == queue.firstVersion()) {
                return task;
            }
            queue.removeFirst();
        }
        return null;
    }
}
