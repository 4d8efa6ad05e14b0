package io.tiercel.sim.schedule;

import io.tiercel.allocate.Container;
import io.tiercel.allocate.ContainerAllocation;
import io.tiercel.allocate.ContainerRequests;
import io.tiercel.assign.CostModel;
import io.tiercel.model.Task;
import io.tiercel.sim.job.TaskRun;
import java.util.List;

/**
 * The containers that Trident's resource manager grants a job. It sees how many tasks prefer each node, but not which (Trident, section 3). Copies
 * in memory, and copies on their way there, count as they do when tasks are placed (section 4.2).
 */
final class ContainerGrants {
    private final ContainerRequests requests;
    private final ContainerAllocation allocation;

    ContainerGrants(int[] rackOf, CostModel costs) {
        this.requests = new ContainerRequests(costs::score, node -> rackOf[node], costs.c1());
        this.allocation = new ContainerAllocation(rackOf, costs.c1(), costs.c2());
    }

    /**
     * The granted slots of a job by node.
     *
     * @param free slots of each node
     */
    int[] grant(List<TaskRun> tasks, int[] free) {
        List<Task> asked = tasks.stream().map(TaskRun::asTask).toList();
        int[] granted = new int[free.length];
        for (Container container : allocation.allocate(requests.of(asked), free, tasks.size())) {
            granted[container.node()]++;
        }
        return granted;
    }
}
