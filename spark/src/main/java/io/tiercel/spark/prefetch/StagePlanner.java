package io.tiercel.spark.prefetch;

import io.tiercel.model.BlockId;
import io.tiercel.prefetch.ReadScores;
import io.tiercel.prefetch.plan.PrefetchPlan;
import io.tiercel.spark.memory.ClusterMemory;
import io.tiercel.spark.memory.StageMemory;
import io.tiercel.spark.prefetch.PrefetchProblemFactory.Predictions;
import io.tiercel.spark.prefetch.PrefetchProblemFactory.Situation;
import io.tiercel.spark.prefetch.PrefetchProblemFactory.StageProblem;
import io.tiercel.spark.prefetch.learn.StageModel;
import io.tiercel.spark.prefetch.learn.WarmUpPhase;
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
        StageProblem problem = app.problems()
                .create(
                        blocks,
                        new Situation(cluster, memory, slots, preceding, scores),
                        new StagePredictions(model, start));
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
                IntStream.range(0, blocks.tasks())
                        .mapToDouble(task -> computing(model, task, blocks.bytes(task)))
                        .average()
                        .orElse(0),
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

    private double computing(StageModel model, int task, long bytes) {
        return model.computingSeconds(phase(model, task), bytes);
    }

    private final class StagePredictions implements Predictions {
        private final StageModel model;
        private final long nowNanos;

        StagePredictions(StageModel model, long nowNanos) {
            this.model = model;
            this.nowNanos = nowNanos;
        }

        @Override
        public double computing(int task, long bytes) {
            return StagePlanner.this.computing(model, task, bytes) + model.overheadSeconds(phase(model, task));
        }

        @Override
        public double arrival(BlockId block) {
            return app.claims().expectedIn(block, nowNanos);
        }

        @Override
        public double otherTasks() {
            return app.taskSeconds().getAsDouble();
        }
    }

    /** The order of launches is unknown, but not how many tasks are launched first. */
    private WarmUpPhase phase(StageModel model, int task) {
        return task < slots.total() ? model.atFirst() : WarmUpPhase.LATER;
    }
}
