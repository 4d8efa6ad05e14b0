package io.tiercel.sim.schedule;

import io.tiercel.assign.CostModel;
import io.tiercel.assign.Preferences;
import io.tiercel.model.Tier;
import io.tiercel.sim.job.TaskRun;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The waiting tasks of a job that could get the only slot that is offered, under any list scheduler. Tasks are of one kind if they have the same tier
 * and cost on the offering node or in its rack, and the same tiers elsewhere. They differ by number only, so the first of each kind is enough. The
 * search does not depend on the number of tasks: a large job has a hundred thousand.
 *
 * <p>A task whose input has moved is filed again, and its old entries are skipped by their version.
 */
final class SlotCandidates {
    private final CostModel costs;
    private final IntUnaryOperator rackOf;
    private final int firstIndex;
    private final @Nullable TaskRun[] tasks;
    private final Map<Integer, Kind> atNode = new HashMap<>();
    private final Map<Integer, Kind> inRack = new HashMap<>();
    private @Nullable Kind anywhere;
    private final List<TaskRun> moved = new ArrayList<>();
    private final BitSet isMoved = new BitSet();
    private final List<TaskRun> first = new ArrayList<>();

    /** Tasks that look alike from some place, the first in front. */
    private static final class Kind {
        private final int tiers;
        private final int here;
        private final int cost;
        private final VersionedTaskQueue queue = new VersionedTaskQueue();
        /** The next kind at the same place. */
        private @Nullable Kind next;

        private Kind(int tiers, int here, int cost) {
            this.tiers = tiers;
            this.here = here;
            this.cost = cost;
        }
    }

    SlotCandidates(List<TaskRun> waiting, CostModel costs, IntUnaryOperator rackOf) {
        this.costs = costs;
        this.rackOf = rackOf;
        this.firstIndex = waiting.get(0).index();
        this.tasks = new @Nullable TaskRun[waiting.get(waiting.size() - 1).index() - firstIndex + 1];
        for (TaskRun task : waiting) {
            tasks[task.index() - firstIndex] = task;
            task.watch(this::markMoved);
            file(task);
        }
    }

    private void markMoved(TaskRun task) {
        if (!isMoved.get(task.index())) {
            isMoved.set(task.index());
            moved.add(task);
        }
    }

    private void file(TaskRun task) {
        Preferences prices = task.preferences(costs, rackOf);
        int tiers = tiers(prices);
        for (int i = 0; i < prices.size(); i++) {
            Kind first = atNode.get(prices.node(i));
            Kind kind = add(first, tiers, 1 + bit(prices.nodeTier(i)), prices.nodeCost(i), task);
            if (first == null) {
                atNode.put(prices.node(i), kind);
            }
        }
        for (int r = 0; r < prices.rackCount(); r++) {
            Kind first = inRack.get(prices.rack(r));
            Kind kind = add(first, tiers, 0, prices.rackCost(r), task);
            if (first == null) {
                inRack.put(prices.rack(r), kind);
            }
        }
        Kind kind = add(anywhere, tiers, prices.rackCount() > 0 ? 1 : 0, prices.elsewhere(), task);
        if (anywhere == null) {
            anywhere = kind;
        }
    }

    /** Files a task with its kind at a place, and returns the kind. */
    private static Kind add(@Nullable Kind first, int tiers, int here, int cost, TaskRun task) {
        Kind last = null;
        Kind kind = first;
        while (kind != null && !(kind.tiers == tiers && kind.here == here && kind.cost == cost)) {
            last = kind;
            kind = kind.next;
        }
        if (kind == null) {
            kind = new Kind(tiers, here, cost);
            if (last != null) {
                last.next = kind;
            }
        }
        kind.queue.add(task.index(), task.version());
        return kind;
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

    /** The candidates for a slot of a node, in their order; empty only if no task waits. The list is valid until the next call. */
    List<TaskRun> of(int node) {
        for (TaskRun task : moved) {
            isMoved.clear(task.index());
            if (task.isWaiting()) {
                file(task);
            }
        }
        moved.clear();
        first.clear();
        firstOfEach(atNode.get(node));
        firstOfEach(inRack.get(rackOf.applyAsInt(node)));
        firstOfEach(anywhere);
        first.sort(Comparator.comparingInt(TaskRun::index));
        return first;
    }

    private void firstOfEach(@Nullable Kind kinds) {
        for (Kind kind = kinds; kind != null; kind = kind.next) {
            TaskRun task = first(kind.queue);
            if (task != null && !first.contains(task)) {
                first.add(task);
            }
        }
    }

    private @Nullable TaskRun first(VersionedTaskQueue queue) {
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
