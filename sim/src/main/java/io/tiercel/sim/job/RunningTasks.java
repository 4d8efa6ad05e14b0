package io.tiercel.sim.job;

import io.tiercel.sim.cluster.Node;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The tasks in slots, by node and slot. */
public final class RunningTasks {
    private final @Nullable TaskExecution[][] inSlots;

    public RunningTasks(List<Node> nodes) {
        this.inSlots = new @Nullable TaskExecution[nodes.size()][];
        nodes.forEach(node ->
                inSlots[node.index()] = new @Nullable TaskExecution[node.slots().count()]);
    }

    public void add(TaskExecution execution) {
        inSlots[execution.node()][execution.slot()] = execution;
    }

    public void remove(TaskExecution execution) {
        inSlots[execution.node()][execution.slot()] = null;
    }

    public List<TaskExecution> on(int node) {
        List<TaskExecution> found = new ArrayList<>();
        for (TaskExecution execution : inSlots[node]) {
            if (execution != null) {
                found.add(execution);
            }
        }
        return found;
    }

    public List<TaskExecution> all() {
        List<TaskExecution> all = new ArrayList<>();
        for (int node = 0; node < inSlots.length; node++) {
            all.addAll(on(node));
        }
        return all;
    }
}
