package io.tiercel.sim.paper;

import io.tiercel.assign.AssignmentPolicy;
import io.tiercel.assign.AssignmentProblem;
import io.tiercel.assign.CostModel;
import io.tiercel.assign.Preferences;
import io.tiercel.assign.TridentPolicy;
import io.tiercel.model.Block;
import io.tiercel.model.Replica;
import io.tiercel.model.Task;
import io.tiercel.model.Tier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.LongSupplier;

/**
 * How long an assignment takes on this machine, by tasks and nodes, without and with the two prunings. Each node has one slot, each task three
 * replicas on random nodes and tiers.
 */
final class AssignmentTiming {
    private static final int[] NODES = {8, 64, 256, 1024};
    private static final int REPLICAS = 3;
    private static final int RUNS = 20;
    private static final double NANOS_PER_MILLI = 1e6;

    private final LongSupplier nanoTime;
    private final int repetitions;

    /**
     * @param nanoTime a clock: {@code sim} has none of its own
     * @param repetitions of {@value #RUNS} runs each
     */
    AssignmentTiming(LongSupplier nanoTime, int repetitions) {
        this.nanoTime = nanoTime;
        this.repetitions = repetitions;
    }

    /** Milliseconds by the number of nodes, for a row such as {@code 64 tasks, pruning}. */
    double[] row(String name) {
        int tasks = Integer.parseInt(name.substring(0, name.indexOf(' ')));
        AssignmentPolicy exact = new TridentPolicy();
        AssignmentPolicy policy =
                name.endsWith("pruning") ? exact.pruned(REPLICAS).orElseThrow() : exact;
        return Arrays.stream(NODES)
                .mapToDouble(nodes -> millis(policy, tasks, nodes))
                .toArray();
    }

    /** The median of many runs: the first ones warm the code up. */
    private double millis(AssignmentPolicy policy, int tasks, int nodes) {
        long[] nanos = new long[RUNS * repetitions];
        for (int i = 0; i < nanos.length; i++) {
            Random random = new Random(i);
            int[] slots = new int[nodes];
            Arrays.fill(slots, 1);
            List<Task> drawn = new ArrayList<>();
            for (int t = 0; t < tasks; t++) {
                drawn.add(task(random, nodes));
            }
            long begin = nanoTime.getAsLong();
            CostModel costs = CostModel.trident();
            List<Preferences> prices =
                    drawn.stream().map(task -> costs.price(task, node -> 0)).toList();
            policy.assign(new AssignmentProblem(new int[nodes], slots, prices));
            nanos[i] = nanoTime.getAsLong() - begin;
        }
        Arrays.sort(nanos);
        return nanos[nanos.length / 2] / NANOS_PER_MILLI;
    }

    private static Task task(Random random, int nodes) {
        List<Replica> replicas = new ArrayList<>();
        for (int r = 0; r < REPLICAS; r++) {
            replicas.add(new Replica(random.nextInt(nodes), Tier.values()[random.nextInt(REPLICAS)]));
        }
        return Task.reading(new Block(1, replicas));
    }
}
