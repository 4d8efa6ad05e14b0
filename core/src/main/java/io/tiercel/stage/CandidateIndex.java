package io.tiercel.stage;

import io.tiercel.assign.Preferences;
import java.util.Arrays;
import java.util.function.Function;

/**
 * The tasks of a stage by cost: a list for each node, for each rack, and for the rest of the cluster. {@link CandidateWindow}
 * takes from it the few tasks that matter to a round.
 *
 * <p>An index is ordered if no listed node costs a task more than the node's rack, and no rack more than the rest. Else the list
 * of a rack, or of the rest, also holds tasks that cost more on some of its nodes than the list says.
 */
final class CandidateIndex {
    private final Preferences[] tasks;
    private final CandidateList[] byNode;
    private final CandidateList[] byRack;
    private final CandidateList all;
    private final boolean ordered;

    CandidateIndex(Preferences[] tasks, int[] rackOf) {
        this.tasks = tasks;
        this.ordered = Arrays.stream(tasks).allMatch(task -> isOrdered(task, rackOf));
        this.byNode = lists(tasks, Preferences::nodes, Preferences::nodeCosts);
        this.byRack = lists(tasks, Preferences::racks, Preferences::rackCosts);
        long[] everywhere = new long[tasks.length];
        Arrays.setAll(everywhere, task -> CandidateList.entry(tasks[task].elsewhere(), task));
        all = new CandidateList(everywhere);
    }

    private static boolean isOrdered(Preferences task, int[] rackOf) {
        for (int i = 0; i < task.size(); i++) {
            if (task.nodeCost(i) > task.rackCostOf(rackOf[task.node(i)])) {
                return false;
            }
        }
        return Arrays.stream(task.rackCosts()).allMatch(cost -> cost <= task.elsewhere());
    }

    /** A list for each place that a task names. */
    private static CandidateList[] lists(
            Preferences[] tasks, Function<Preferences, int[]> places, Function<Preferences, int[]> costs) {
        int[] count = new int[16];
        for (Preferences task : tasks) {
            for (int place : places.apply(task)) {
                count = place < count.length ? count : Arrays.copyOf(count, 2 * place);
                count[place]++;
            }
        }
        long[][] entries = Arrays.stream(count).mapToObj(long[]::new).toArray(long[][]::new);
        int[] next = new int[count.length];
        for (int task = 0; task < tasks.length; task++) {
            int[] named = places.apply(tasks[task]);
            for (int i = 0; i < named.length; i++) {
                entries[named[i]][next[named[i]]++] = CandidateList.entry(costs.apply(tasks[task])[i], task);
            }
        }
        return Arrays.stream(entries).map(CandidateList::new).toArray(CandidateList[]::new);
    }

    /** Whether each list states the highest cost of its tasks on its nodes. */
    boolean isOrdered() {
        return ordered;
    }

    /** Takes back a task that is pending again. */
    void add(int task) {
        Preferences prices = tasks[task];
        for (int i = 0; i < prices.size(); i++) {
            byNode[prices.node(i)].add(prices.nodeCost(i), task);
        }
        for (int i = 0; i < prices.racks().length; i++) {
            byRack[prices.racks()[i]].add(prices.rackCosts()[i], task);
        }
        all.add(prices.elsewhere(), task);
    }

    CandidateList atNode(int node) {
        return node < byNode.length ? byNode[node] : CandidateList.NONE;
    }

    CandidateList inRack(int rack) {
        return rack < byRack.length ? byRack[rack] : CandidateList.NONE;
    }

    /** All tasks, by what they cost elsewhere. */
    CandidateList elsewhere() {
        return all;
    }
}
