package io.tiercel.containers;

import io.tiercel.allocate.PreferenceSize;
import io.tiercel.assign.CostModel;
import io.tiercel.assign.Preferences;
import io.tiercel.protocol.AskPreferences;
import io.tiercel.protocol.PlaceScores;
import io.tiercel.protocol.ScoreCount;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.ToIntFunction;

/**
 * The cost of reading at the hosts that tasks ask for: Trident's preference map of one request (section 5.1). Racks have no score: the
 * scheduler adds its own cost of a rack.
 *
 * <p>Under a plan a task's own cost counts on the node where the plan has it. Its other hosts cost more than any planned read, and less than
 * a read within the rack: they would be read from crowded devices.
 */
final class PlaceCosts {
    /** No node. */
    private static final int NOWHERE = -1;

    /** By host: how many tasks have which cost there, in the cost model's units. */
    private final Map<String, TreeMap<Integer, Integer>> counts = new TreeMap<>();

    private PlaceCosts() {}

    /** Where a plan has a task that waits. */
    interface Plan {
        /** No task is planned. */
        Plan NONE = task -> OptionalInt.empty();

        /** @param task its number in the stage */
        OptionalInt node(int task);
    }

    /**
     * Counts costs.
     *
     * @param lists of the tasks that wait, in their order
     * @param node the index of a host
     * @param rack the cost of the network within a rack, in the cost model's units
     * @return of one request with that priority; without places if no task asks for hosts
     */
    static AskPreferences of(
            int priority,
            List<WaitingTask> waiting,
            Preferences[] lists,
            ToIntFunction<String> node,
            Plan plan,
            int rack) {
        int[] planned = new int[lists.length];
        int dearest = 0;
        for (int i = 0; i < lists.length; i++) {
            planned[i] = planned(waiting.get(i), node, plan);
            dearest = planned[i] == NOWHERE ? dearest : Math.max(dearest, cost(lists[i], planned[i]));
        }
        PlaceCosts costs = new PlaceCosts();
        for (int i = 0; i < lists.length; i++) {
            for (String host : waiting.get(i).hosts()) {
                int on = node.applyAsInt(host);
                int own = cost(lists[i], on);
                boolean isMeant = planned[i] == NOWHERE || planned[i] == on;
                costs.counts
                        .computeIfAbsent(host, none -> new TreeMap<>())
                        .merge(isMeant ? own : unmeant(own, dearest, rack), 1, Integer::sum);
            }
        }
        return costs.ask(priority);
    }

    /** The node where the plan has a task, if its request names that. */
    private static int planned(WaitingTask task, ToIntFunction<String> node, Plan plan) {
        int planned = plan.node(task.task()).orElse(NOWHERE);
        return task.hosts().stream().anyMatch(host -> node.applyAsInt(host) == planned) ? planned : NOWHERE;
    }

    /** Of two such costs the one with the lower cost of its own is lower. */
    private static int unmeant(int own, int dearest, int rack) {
        if (dearest >= rack || own >= rack) {
            return own;
        }
        long part = (long) (rack - dearest) * (own + CostModel.UNITS_PER_SCORE) / (rack + CostModel.UNITS_PER_SCORE);
        return dearest + (int) part;
    }

    /** A host that the split names and the file system does not costs what other nodes do. */
    private static int cost(Preferences list, int node) {
        for (int i = 0; i < list.nodes().length; i++) {
            if (list.nodes()[i] == node) {
                return list.nodeCosts()[i];
            }
        }
        return list.elsewhere();
    }

    private AskPreferences ask(int priority) {
        List<String> hosts = new ArrayList<>(counts.keySet());
        hosts.removeIf(host -> host.isBlank() || host.length() > PreferenceSize.MOST_CHARACTERS);
        if (hosts.size() > PreferenceSize.MOST_PLACES) {
            hosts.sort(Comparator.comparingInt((String host) -> -tasks(counts.get(host))));
            hosts.subList(PreferenceSize.MOST_PLACES, hosts.size()).clear();
        }
        AskPreferences.Builder ask = AskPreferences.newBuilder().setPriority(priority);
        for (String host : hosts) {
            PlaceScores.Builder place = ask.addPlacesBuilder().setPlace(host);
            few(counts.get(host))
                    .forEach((cost, tasks) -> place.addScores(ScoreCount.newBuilder()
                            .setScore((double) cost / CostModel.UNITS_PER_SCORE)
                            .setContainers(tasks)));
        }
        return ask.build();
    }

    private static int tasks(Map<Integer, Integer> costs) {
        return costs.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** The cheapest keep their costs; all others count as the dearest. */
    private static Map<Integer, Integer> few(TreeMap<Integer, Integer> costs) {
        if (costs.size() <= PreferenceSize.MOST_SCORES) {
            return costs;
        }
        TreeMap<Integer, Integer> few = new TreeMap<>();
        costs.forEach((cost, tasks) ->
                few.merge(few.size() < PreferenceSize.MOST_SCORES - 1 ? cost : costs.lastKey(), tasks, Integer::sum));
        return few;
    }
}
