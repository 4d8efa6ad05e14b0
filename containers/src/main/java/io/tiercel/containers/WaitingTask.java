package io.tiercel.containers;

import java.util.List;

/**
 * A task that waits for a container.
 *
 * @param task its number in the stage
 * @param hosts where it prefers to run, as its split says
 */
public record WaitingTask(int task, List<String> hosts) {
    public WaitingTask {
        hosts = List.copyOf(hosts);
    }
}
