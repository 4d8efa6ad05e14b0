package io.tiercel.spark.memory;

import io.tiercel.allocate.PreferenceSize;
import io.tiercel.protocol.AskPreferences;
import io.tiercel.protocol.PlaceScores;
import io.tiercel.protocol.ScoreCount;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The cost of reading for executors on each host: Trident's preference maps (section 3.2). A container of the paper runs one task, and has
 * its score. An executor runs many, so its score is the mean over the tasks that wait for its host. There are as many containers with that
 * score as the tasks fill. Racks have no score: the scheduler adds its own cost of a rack.
 */
final class ExecutorCosts {
    /** Rounded, so that one task more or less seldom changes a mean. */
    private static final double SCORE_STEPS = 10;

    private static final class Host {
        private double sum;
        private int tasks;
        private int executors;

        private void add(List<Double> costs, int tasksPerExecutor) {
            sum += costs.stream().mapToDouble(Double::doubleValue).sum();
            tasks += costs.size();
            executors += (costs.size() + tasksPerExecutor - 1) / tasksPerExecutor;
        }

        private double score() {
            return Math.round(sum / tasks * SCORE_STEPS) / SCORE_STEPS;
        }
    }

    private ExecutorCosts() {}

    /** One request's preferences for each resource profile; none without tasks that prefer hosts. */
    static List<AskPreferences> of(Collection<WaitingTasks> stages) {
        Map<Integer, Map<String, Host>> profiles = new TreeMap<>();
        stages.forEach(stage -> stage.costs().forEach((host, costs) -> {
            if (!host.isBlank() && host.length() <= PreferenceSize.MOST_CHARACTERS) {
                profiles.computeIfAbsent(stage.profile(), none -> new TreeMap<>())
                        .computeIfAbsent(host, none -> new Host())
                        .add(costs, stage.tasksPerExecutor());
            }
        }));
        List<AskPreferences> asks = new ArrayList<>();
        int left = PreferenceSize.MOST_PLACES;
        for (Map.Entry<Integer, Map<String, Host>> profile : profiles.entrySet()) {
            if (asks.size() < PreferenceSize.MOST_ASKS && left > 0) {
                AskPreferences ask = ask(profile.getKey(), cheapest(profile.getValue(), left));
                left -= ask.getPlacesCount();
                asks.add(ask);
            }
        }
        return asks;
    }

    /** The cheapest hosts if there are more than the coordinator takes. Those without a score are to YARN as dear as the dearest. */
    private static Map<String, Host> cheapest(Map<String, Host> hosts, int most) {
        if (hosts.size() <= most) {
            return hosts;
        }
        Map<String, Host> few = new TreeMap<>();
        hosts.entrySet().stream()
                .sorted(Comparator.comparingDouble(each -> each.getValue().score()))
                .limit(most)
                .forEach(each -> few.put(each.getKey(), each.getValue()));
        return few;
    }

    private static AskPreferences ask(int priority, Map<String, Host> hosts) {
        AskPreferences.Builder ask = AskPreferences.newBuilder().setPriority(priority);
        hosts.forEach((name, host) -> ask.addPlaces(PlaceScores.newBuilder()
                .setPlace(name)
                .addScores(ScoreCount.newBuilder().setScore(host.score()).setContainers(host.executors))));
        return ask.build();
    }
}
