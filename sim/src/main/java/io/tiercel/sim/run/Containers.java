package io.tiercel.sim.run;

import io.tiercel.allocate.Container;
import io.tiercel.allocate.ContainerAllocation;
import io.tiercel.allocate.ContainerRequests;
import io.tiercel.assign.CostModel;
import io.tiercel.assign.TierScores;
import io.tiercel.model.Block;
import io.tiercel.model.Replica;
import io.tiercel.model.Task;
import io.tiercel.model.Tier;
import java.util.List;

/**
 * What a resource manager grants a job's tasks: it sees how many of them would like to be where, and not which (Trident, section 3). What is in memory beside
 * its device counts as memory, as Trident's requests do after prefetching.
 */
final class Containers {
    private final ContainerRequests requests;
    private final ContainerAllocation allocation;

    Containers(int[] rackOf, CostModel costs) {
        this.requests =
                new ContainerRequests(tier -> TierScores.TRIDENT.score(0, tier), node -> rackOf[node], costs.c1());
        this.allocation = new ContainerAllocation(rackOf, costs.c1(), costs.c2());
    }

    /**
     * Slots by node for a job.
     *
     * @param free slots of each node
     */
    int[] grant(List<TaskRun> tasks, int[] free) {
        List<Task> asked = tasks.stream().map(Containers::asSeen).toList();
        int[] granted = new int[free.length];
        for (Container container : allocation.allocate(requests.of(asked), free, tasks.size())) {
            granted[container.node()]++;
        }
        return granted;
    }

    private static Task asSeen(TaskRun run) {
        Task task = run.asTask();
        return new Task(
                task.blocks().stream()
                        .map(block -> new Block(
                                block.bytes(),
                                block.replicas().stream()
                                        .map(Containers::asSeen)
                                        .toList()))
                        .toList(),
                task.processLocal());
    }

    private static Replica asSeen(Replica replica) {
        return replica.residency().share() == 1 ? new Replica(replica.node(), Tier.MEMORY) : replica;
    }
}
