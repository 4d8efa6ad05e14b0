package io.tiercel.spark.prefetch;

import io.tiercel.prefetch.ReadScores;
import io.tiercel.prefetch.plan.PrefetchPlan;
import io.tiercel.spark.memory.ClusterMemory;
import io.tiercel.spark.memory.StageMemory;
import io.tiercel.spark.prefetch.PrefetchProblemFactory.Predictions;
import io.tiercel.spark.prefetch.PrefetchProblemFactory.Situation;
import io.tiercel.spark.prefetch.PrefetchProblemFactory.StageProblem;
import io.tiercel.spark.prefetch.learn.StageModel;
import io.tiercel.spark.prefetch.learn.StageModel.WarmUpPhase;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Plans for one stage: models its tasks, solves its problem and drops a plan that comes too late. */
final class StagePlanner {
    /** A plan is useless once more than this share of the stage's tasks has started. */
    private static final double MOST_STARTED = 0.5;

    private final PrefetchContext app;
    private final PrefetchSubject subject;
    private final StageMemory memory;
    private final StageSlots slots;
    private final ReadScores scores;

    StagePlanner(
            PrefetchContext app, PrefetchSubject subject, StageMemory memory, StageSlots slots, ReadScores scores) {
        this.app = app;
        this.subject = subject;
        this.memory = memory;
        this.slots = slots;
        this.scores = scores;
    }

    /** @param maxDelayMillis how long the first tasks may be held back */
    PlannedPrefetch plan(StageBlocks blocks, ClusterMemory cluster, PrecedingScans preceding, long maxDelayMillis) {
        long start = System.nanoTime();
        StageModel model = app.models().of(subject.kind());
        StageModel corrected = app.models().of(subject.correctedKind());
        List<Double> computing = IntStream.range(0, blocks.tasks())
                .mapToObj(task -> model.computingSeconds(phase(model, task), blocks.bytes(task)))
                .toList();
        StageProblem problem = app.problems()
                .create(
                        blocks,
                        new Situation(cluster, memory, slots, preceding, scores),
                        new Predictions(
                                task -> computing.get(task) + model.overheadSeconds(phase(model, task)),
                                block -> app.claims().expectedIn(block, start),
                                app.taskSeconds().getAsDouble()));
        boolean mayDelay = memory.launchedTasks() == 0 && maxDelayMillis > 0;
        PrefetchPlan plan =
                app.planners().planner(mayDelay, cluster.sharesDevices()).plan(problem.problem());
        List<Integer> requested = plan.taken().stream()
                .filter(block -> isAwaited(blocks.parts().get(block)))
                .toList();
        int atOnce = (int) Math.max(1, Math.min(blocks.readers(), slots.total()));
        return new PlannedPrefetch(
                problem,
                plan,
                atOnce,
                corrected.stageCorrection(atOnce),
                corrected.arrivalCorrection().factor(),
                computing.stream().mapToDouble(Double::doubleValue).average().orElse(0),
                model.isKnown(),
                requested,
                dropped(plan, requested, blocks.tasks()),
                (System.nanoTime() - start) / 1_000_000);
    }

    private String dropped(PrefetchPlan plan, List<Integer> requested, int tasks) {
        int started = memory.launchedTasks();
        boolean late = !plan.taken().isEmpty() && (requested.isEmpty() || started > MOST_STARTED * tasks);
        return late ? "the plan came too late, " + started + " of " + tasks + " tasks have started" : "";
    }

    /** Whether some task that reads the block has yet to start. */
    private boolean isAwaited(StageBlocks.Part part) {
        return Arrays.stream(part.readers()).anyMatch(memory::isWaiting);
    }

    /** The order of launches is unknown, but not how many tasks are launched first. */
    private WarmUpPhase phase(StageModel model, int task) {
        return task < slots.total() ? model.atFirst() : WarmUpPhase.LATER;
    }
}
