package io.tiercel.spark.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The costs of a stage's waiting tasks on the hosts that Spark prefers for them.
 *
 * @param profile the resource profile of their executors; Spark asks YARN for these at that priority
 * @param tasksPerExecutor how many of them an executor runs at a time, at least 1
 * @param costs by host, as Spark names it: the cost of each task that prefers it, as a score
 */
public record WaitingTasks(int profile, int tasksPerExecutor, Map<String, List<Double>> costs) {
    public WaitingTasks {
        if (tasksPerExecutor < 1) {
            throw new IllegalArgumentException("tasksPerExecutor: expected at least 1, got " + tasksPerExecutor);
        }
    }

    /** No tasks yet; {@link #add} adds some. */
    public static WaitingTasks none(int profile, int tasksPerExecutor) {
        return new WaitingTasks(profile, tasksPerExecutor, new TreeMap<>());
    }

    public void add(String host, double cost) {
        costs.computeIfAbsent(host, none -> new ArrayList<>()).add(cost);
    }
}
