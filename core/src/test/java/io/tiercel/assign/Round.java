package io.tiercel.assign;

import io.tiercel.model.Block;
import io.tiercel.model.Replica;
import io.tiercel.model.Task;
import io.tiercel.model.Tier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Writes down a round by hand, at Trident's costs. */
final class Round {
    private final int[] rackOf;
    private final int[] slots;
    private final List<Preferences> tasks = new ArrayList<>();

    private Round(int[] rackOf, int[] slots) {
        this.rackOf = rackOf;
        this.slots = slots;
    }

    /** Nodes by their racks, with one free slot each. */
    static Round racks(int... rackOf) {
        int[] slots = new int[rackOf.length];
        Arrays.fill(slots, 1);
        return new Round(rackOf, slots);
    }

    Round slots(int... slots) {
        return new Round(rackOf, slots);
    }

    /** A task over one block with these replicas. */
    Round task(Replica... replicas) {
        return task(Task.reading(new Block(128, List.of(replicas))));
    }

    Round task(Task task) {
        tasks.add(CostModel.trident().price(task, node -> rackOf[node]));
        return this;
    }

    Round cachedOn(int node) {
        return task(new Task(List.of(), List.of(node)));
    }

    Round taskWithoutInput() {
        return task(new Task(List.of(), List.of()));
    }

    AssignmentProblem problem() {
        return new AssignmentProblem(rackOf, slots, tasks);
    }

    static Replica memory(int node) {
        return new Replica(node, Tier.MEMORY);
    }

    static Replica ssd(int node) {
        return new Replica(node, Tier.SSD);
    }

    static Replica hdd(int node) {
        return new Replica(node, Tier.HDD);
    }
}
