package io.tiercel.spark.plan;

import io.tiercel.assign.Preferences;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;

/**
 * Finds the few tasks that a round can be about, so that a round costs what its free slots cost, not what the stage has
 * pending: a stage of 100,000 tasks sees 100,000 rounds of one slot.
 *
 * <p>With {@code s} free slots in all, some least-cost matching uses of each node only tasks among the {@code s} cheapest
 * there: were it another, one of those would be free, since the other slots hold at most {@code s - 1}. The cheapest of a
 * node are among the first {@code s} that list it, the first {@code s} that list its rack, and the first {@code s} of all,
 * provided that a listed node costs no more than its rack, and a rack no more than the rest. Where a task breaks that, all
 * pending tasks are candidates.
 */
final class CandidateIndex {
    private final Preferences[] tasks;
    private final Map<Integer, Candidates> byNode = new HashMap<>();
    private final Map<Integer, Candidates> byRack = new HashMap<>();
    private final Candidates all;
    private final boolean ordered;

    CandidateIndex(Preferences[] tasks, int[] rackOf) {
        this.tasks = tasks;
        this.ordered = Arrays.stream(tasks).allMatch(task -> isOrdered(task, rackOf));
        Map<Integer, LongList> nodes = new HashMap<>();
        Map<Integer, LongList> racks = new HashMap<>();
        long[] everywhere = new long[tasks.length];
        for (int task = 0; task < tasks.length; task++) {
            Preferences prices = tasks[task];
            for (int i = 0; i < prices.size(); i++) {
                nodes.computeIfAbsent(prices.node(i), n -> new LongList())
                        .add(Candidates.entry(prices.nodeCost(i), task));
            }
            for (int i = 0; i < prices.rackCount(); i++) {
                racks.computeIfAbsent(prices.rack(i), r -> new LongList())
                        .add(Candidates.entry(prices.rackCost(i), task));
            }
            everywhere[task] = Candidates.entry(prices.elsewhere(), task);
        }
        nodes.forEach((node, list) -> byNode.put(node, new Candidates(list.toArray())));
        racks.forEach((rack, list) -> byRack.put(rack, new Candidates(list.toArray())));
        all = new Candidates(everywhere);
    }

    private static boolean isOrdered(Preferences task, int[] rackOf) {
        for (int i = 0; i < task.size(); i++) {
            int r = task.rackIndexOf(rackOf[task.node(i)]);
            if (task.nodeCost(i) > (r < 0 ? task.elsewhere() : task.rackCost(r))) {
                return false;
            }
        }
        for (int r = 0; r < task.rackCount(); r++) {
            if (task.rackCost(r) > task.elsewhere()) {
                return false;
            }
        }
        return true;
    }

    /** Whether {@link #cheapest} may leave tasks out. */
    boolean isOrdered() {
        return ordered;
    }

    /** Takes back a task that is pending again. */
    void add(int task) {
        Preferences prices = tasks[task];
        for (int i = 0; i < prices.size(); i++) {
            byNode.get(prices.node(i)).add(prices.nodeCost(i), task);
        }
        for (int i = 0; i < prices.rackCount(); i++) {
            byRack.get(prices.rack(i)).add(prices.rackCost(i), task);
        }
        all.add(prices.elsewhere(), task);
    }

    /**
     * Candidates for free slots on {@code places}.
     *
     * @param window how many of each list, at least the number of free slots
     * @param eligible asked of pending tasks only; must give the same answer all through the call
     * @return task numbers, ascending
     */
    int[] cheapest(int[] places, int[] rackOf, int window, IntPredicate pending, IntPredicate eligible) {
        BitSet chosen = new BitSet();
        for (Candidates list : lists(places, rackOf)) {
            int[] left = {window};
            list.visit(pending, task -> {
                if (eligible.test(task)) {
                    chosen.set(task);
                    left[0]--;
                }
                return left[0] > 0;
            });
        }
        return chosen.stream().toArray();
    }

    private List<Candidates> lists(int[] places, int[] rackOf) {
        List<Candidates> lists = new ArrayList<>();
        BitSet racks = new BitSet();
        for (int place : places) {
            racks.set(rackOf[place]);
            Candidates list = byNode.get(place);
            if (list != null) {
                lists.add(list);
            }
        }
        racks.stream().mapToObj(byRack::get).filter(list -> list != null).forEach(lists::add);
        lists.add(all);
        return lists;
    }

    /** Grows; boxing three hundred thousand entries would cost more than sorting them. */
    private static final class LongList {
        private long[] values = new long[8];
        private int size;

        void add(long value) {
            if (size == values.length) {
                values = Arrays.copyOf(values, size * 2);
            }
            values[size++] = value;
        }

        long[] toArray() {
            return Arrays.copyOf(values, size);
        }
    }
}
