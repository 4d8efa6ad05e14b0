package io.tiercel.sim.schedule;

import io.tiercel.allocate.Container;
import io.tiercel.allocate.ContainerAllocation;
import io.tiercel.allocate.ContainerRequests;
import io.tiercel.assign.CostModel;
import io.tiercel.model.Task;
import io.tiercel.sim.job.TaskRun;
import java.util.List;

/**
 * What a resource manager grants a job's tasks: it sees how many of them would like to be where, and not which (Trident, section 3). What is in memory beside
 * its device counts as memory, and what is on its way there as it does when tasks are placed: Trident's requests know of both (section 4.2).
 */
final class ContainerGrants {
    private final ContainerRequests requests;
    private final ContainerAllocation allocation;

    ContainerGrants(int[] rackOf, CostModel costs) {
        this.requests = new ContainerRequests(costs::score, node -> rackOf[node], costs.c1());
        this.allocation = new ContainerAllocation(rackOf, costs.c1(), costs.c2());
    }

    /**
     * Slots by node for a job.
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
