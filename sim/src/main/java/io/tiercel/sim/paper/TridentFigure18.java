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
import io.tiercel.sim.paper.FigureResult.SeriesBuilder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.LongSupplier;

/**
 * Trident, figure 18: how long an assignment takes, by tasks and nodes, without and with the two prunings. Measured, not simulated: the values are this machine's. Each node has one slot, each
 * task three preferred places on any nodes and tiers.
 */
final class TridentFigure18 implements PaperFigure {
    private static final int[] SIZES = {8, 64, 256, 1024};
    private static final int REPLICAS = 3;
    private static final int WARM_UP = 20;
    private static final double NANOS_PER_MILLI = 1e6;

    private final LongSupplier nanoTime;

    /** @param nanoTime a clock: {@code sim} has none of its own */
    TridentFigure18(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    @Override
    public Label label() {
        return new Label(TridentSetup.PAPER, Kind.FIGURE, 18);
    }

    @Override
    public FigureResult run(int repetitions) {
        List<FigureResult.Series> series = new ArrayList<>();
        for (int tasks : SIZES) {
            series.add(series(tasks + " tasks, exact", new TridentPolicy(), tasks, repetitions, false));
            series.add(series(tasks + " tasks, pruning", TridentPolicy.pruning(REPLICAS), tasks, repetitions, true));
        }
        return new FigureResult(
                "Trident, figure 18: how long one assignment takes on this machine, by tasks and nodes",
                "ms",
                1,
                Arrays.stream(SIZES).mapToObj(nodes -> nodes + " nodes").toList(),
                series,
                List.of(
                        "The paper's times, those that its text gives, are of its machine and include the bookkeeping of Spark's driver; up to"
                                + " is up to. Pricing the tasks is included here.",
                        "Tiercel's matching is not the Hungarian algorithm; the exact policy needs no pruning, and pruning may miss the optimum"
                                + " (decision 0102)."));
    }

    private FigureResult.Series series(
            String name, AssignmentPolicy policy, int tasks, int repetitions, boolean pruned) {
        SeriesBuilder builder = new SeriesBuilder(name);
        for (int nodes : SIZES) {
            builder.add(millis(policy, tasks, nodes, repetitions), reported(tasks, nodes, pruned));
        }
        return builder.build();
    }

    private static Optional<PaperRange> reported(int tasks, int nodes, boolean pruned) {
        if (tasks <= 64) {
            return Optional.of(new PaperRange(0, pruned ? 2 : 20));
        }
        if (nodes <= 8) {
            return Optional.of(new PaperRange(0, pruned ? 3 : 54));
        }
        return tasks == 1024 && nodes == 1024 ? Optional.of(new PaperRange(0, 240)) : Optional.empty();
    }

    /** The median of some runs after the code is warm. */
    private double millis(AssignmentPolicy policy, int tasks, int nodes, int repetitions) {
        long[] nanos = new long[WARM_UP * repetitions];
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
