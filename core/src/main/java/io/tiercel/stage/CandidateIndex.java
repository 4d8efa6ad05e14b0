package io.tiercel.stage;

import io.tiercel.assign.Preferences;
import java.util.Arrays;

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
        this.byNode = byNode(tasks);
        this.byRack = byRack(tasks);
        long[] everywhere = new long[tasks.length];
        for (int task = 0; task < tasks.length; task++) {
            everywhere[task] = CandidateList.entry(tasks[task].elsewhere(), task);
        }
        all = new CandidateList(everywhere);
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

    private static CandidateList[] byNode(Preferences[] tasks) {
        EntryLists lists = new EntryLists();
        for (int task = 0; task < tasks.length; task++) {
            for (int i = 0; i < tasks[task].size(); i++) {
                lists.add(tasks[task].node(i), CandidateList.entry(tasks[task].nodeCost(i), task));
            }
        }
        return lists.toCandidates();
    }

    private static CandidateList[] byRack(Preferences[] tasks) {
        EntryLists lists = new EntryLists();
        for (int task = 0; task < tasks.length; task++) {
            for (int i = 0; i < tasks[task].rackCount(); i++) {
                lists.add(tasks[task].rack(i), CandidateList.entry(tasks[task].rackCost(i), task));
            }
        }
        return lists.toCandidates();
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
        for (int i = 0; i < prices.rackCount(); i++) {
            byRack[prices.rack(i)].add(prices.rackCost(i), task);
        }
        all.add(prices.elsewhere(), task);
    }

    /** The tasks that list {@code node}. */
    CandidateList atNode(int node) {
        return node < byNode.length ? byNode[node] : CandidateList.NONE;
    }

    /** The tasks that list {@code rack}. */
    CandidateList inRack(int rack) {
        return rack < byRack.length ? byRack[rack] : CandidateList.NONE;
    }

    /** All tasks, by what they cost elsewhere. */
    CandidateList elsewhere() {
        return all;
    }

    /** Lists that grow; boxing three hundred thousand entries would cost more than sorting them. */
    private static final class EntryLists {
        private static final long[] EMPTY = {};

        private long[][] entries = new long[16][];
        private int[] sizes = new int[16];
        private int count;

        EntryLists() {
            Arrays.fill(entries, EMPTY);
        }

        void add(int list, long entry) {
            if (list >= entries.length) {
                int before = entries.length;
                entries = Arrays.copyOf(entries, Math.max(list + 1, 2 * before));
                sizes = Arrays.copyOf(sizes, entries.length);
                Arrays.fill(entries, before, entries.length, EMPTY);
            }
            if (sizes[list] == entries[list].length) {
                entries[list] = Arrays.copyOf(entries[list], Math.max(8, 2 * sizes[list]));
            }
            entries[list][sizes[list]++] = entry;
            count = Math.max(count, list + 1);
        }

        CandidateList[] toCandidates() {
            CandidateList[] lists = new CandidateList[count];
            Arrays.setAll(lists, i -> new CandidateList(Arrays.copyOf(entries[i], sizes[i])));
            return lists;
        }
    }
}
