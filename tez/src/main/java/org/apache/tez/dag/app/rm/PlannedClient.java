package org.apache.tez.dag.app.rm;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.client.api.AMRMClient;
import org.apache.hadoop.yarn.client.api.async.AMRMClientAsync;
import org.apache.tez.dag.app.rm.DagAwareYarnTaskScheduler.AMRMClientAsyncWrapper;
import org.apache.tez.dag.app.rm.DagAwareYarnTaskScheduler.TaskRequest;
import org.jspecify.annotations.Nullable;

/**
 * Tez' client of the ResourceManager, which knows the requests that wait, and puts the one that a plan chooses before all others that match
 * a container. Tez' scheduler takes the first that it may. The scheduler's lock guards all of it.
 */
class PlannedClient extends AMRMClientAsyncWrapper {
    /** Chooses among the requests of a priority. */
    interface Choice {
        /**
         * The request that is to get a container; null to leave that to Tez.
         *
         * @param location a host, a rack or any place, as Tez asks
         */
        @Nullable
        TaskRequest of(Priority priority, String location, Resource capability);
    }

    private final Map<Priority, Set<TaskRequest>> waiting = new HashMap<>();
    private @Nullable Choice choice;

    @SuppressWarnings("deprecation") // The interface that Tez' scheduler implements.
    PlannedClient(AMRMClient<TaskRequest> client, int intervalMillis, AMRMClientAsync.CallbackHandler handler) {
        super(client, intervalMillis, handler);
    }

    void choose(Choice chosen) {
        choice = chosen;
    }

    @Override
    public void addContainerRequest(TaskRequest request) {
        super.addContainerRequest(request);
        waiting.computeIfAbsent(request.getPriority(), none -> new LinkedHashSet<>())
                .add(request);
    }

    @Override
    public void removeContainerRequest(TaskRequest request) {
        super.removeContainerRequest(request);
        Set<TaskRequest> others = waiting.get(request.getPriority());
        if (others != null && others.remove(request) && others.isEmpty()) {
            waiting.remove(request.getPriority());
        }
    }

    /** Requests of a priority, in the order in which they came. */
    Collection<TaskRequest> waiting(Priority priority) {
        return waiting.getOrDefault(priority, Set.of());
    }

    Set<Priority> priorities() {
        return waiting.keySet();
    }

    @Override
    public List<? extends Collection<TaskRequest>> getMatchingRequests(
            Priority priority, String location, Resource capability) {
        List<? extends Collection<TaskRequest>> matching = super.getMatchingRequests(priority, location, capability);
        TaskRequest chosen = choice == null ? null : choice.of(priority, location, capability);
        if (chosen == null) {
            return matching;
        }
        List<Collection<TaskRequest>> first = new ArrayList<>();
        first.add(List.of(chosen));
        first.addAll(matching);
        return first;
    }
}
