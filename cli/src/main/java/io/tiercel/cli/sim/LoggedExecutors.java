package io.tiercel.cli.sim;

import com.fasterxml.jackson.databind.JsonNode;
import io.tiercel.sim.whatif.LoggedSlots;
import io.tiercel.sim.whatif.LoggedSlots.SlotChange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The executors of an event log, and their slots: cores divided by the cores of a task, which each resource profile may set. Slots are
 * counted at the end, since a log may add executors before it tells the configuration.
 */
final class LoggedExecutors {
    private final Map<Integer, Integer> taskCpus = new HashMap<>();
    private final Map<String, Executor> running = new HashMap<>();
    private final List<Change> changes = new ArrayList<>();

    private record Executor(int cores, int profile) {}

    private record Change(long millis, Executor executor, boolean isAdded) {}

    /** Takes a resource profile. */
    void profile(JsonNode event) {
        int cpus =
                event.path("Task Resource Requests").path("cpus").path("Amount").asInt();
        if (cpus > 0) {
            taskCpus.put(event.path("Resource Profile Id").asInt(), cpus);
        }
    }

    void added(JsonNode event) {
        JsonNode info = event.path("Executor Info");
        Executor executor = new Executor(
                info.path("Total Cores").asInt(),
                info.path("Resource Profile Id").asInt());
        running.put(event.path("Executor ID").asText(), executor);
        changes.add(new Change(event.path("Timestamp").asLong(), executor, true));
    }

    void removed(JsonNode event) {
        Executor executor = running.remove(event.path("Executor ID").asText());
        if (executor != null) {
            changes.add(new Change(event.path("Timestamp").asLong(), executor, false));
        }
    }

    /** @param cpus cores of a task where the profile sets none: {@code spark.task.cpus} */
    LoggedSlots slots(int cpus) {
        return new LoggedSlots(changes.stream()
                .map(change -> {
                    int slots = change.executor().cores()
                            / taskCpus.getOrDefault(change.executor().profile(), cpus);
                    return new SlotChange(change.millis(), change.isAdded() ? slots : -slots);
                })
                .toList());
    }
}
