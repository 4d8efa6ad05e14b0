package io.tiercel.spark.prefetch;

import io.tiercel.json.PlanRecords;
import io.tiercel.json.RecordedPlan;
import io.tiercel.prefetch.PrefetchForecast;
import io.tiercel.prefetch.ReadScores;
import io.tiercel.prefetch.learn.CorrectionFactor;
import io.tiercel.prefetch.plan.PrefetchPlan;
import io.tiercel.prefetch.plan.PrefetchReason;
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
import java.util.stream.Stream;

/** Plans for one stage: models its tasks, solves its problem and drops a plan that comes too late. */
final class StagePlanner {
    /** A plan is useless once more than this share of the stage's tasks has started. */
    private static final double MOST_STARTED = 0.5;

    private final ApplicationPrefetcher app;
    private final PrefetchSubject subject;
    private final StageMemory memory;
    private final StageSlots slots;
    private final ReadScores scores;

    StagePlanner(
            ApplicationPrefetcher app,
            PrefetchSubject subject,
            StageMemory memory,
            StageSlots slots,
            ReadScores scores) {
        this.app = app;
        this.subject = subject;
        this.memory = memory;
        this.slots = slots;
        this.scores = scores;
    }

    /** @param maxDelayMillis how long the first tasks may be held back */
    PlannedPrefetch plan(StageBlocks blocks, ClusterMemory cluster, PrecedingScans preceding, long maxDelayMillis) {
        long start = System.nanoTime();
        StageModel model = app.models.of(subject.kind());
        StageModel corrected = app.models.of(subject.correctedKind());
        List<Double> computing = IntStream.range(0, blocks.tasks())
                .mapToObj(task -> model.computingSeconds(phase(model, task), blocks.bytes(task)))
                .toList();
        StageProblem problem = app.problems.create(
                blocks,
                new Situation(cluster, memory, slots, preceding, scores),
                new Predictions(
                        task -> computing.get(task) + model.overheadSeconds(phase(model, task)),
                        block -> app.claims.expectedIn(block, start),
                        app.taskSeconds()));
        boolean mayDelay = memory.launchedTasks() == 0 && maxDelayMillis > 0;
        PrefetchPlan plan =
                app.planners.planner(mayDelay, cluster.sharesDevices()).plan(problem.problem());
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

    /**
     * A stage's plan with what it rests on.
     *
     * @param atOnce how many of its tasks should run at once
     * @param correction corrects the plan's times of the stage
     * @param arrivalFactor corrects the plan's time until the last block is in memory
     * @param computingSeconds predicted mean computing time of a task
     * @param knowsComputing whether that prediction rests on earlier tasks of the kind
     * @param requested indexes of the blocks to request, in the order of need
     * @param dropped why no block is requested although the plan takes some; empty if it is not dropped
     */
    record PlannedPrefetch(
            StageProblem problem,
            PrefetchPlan plan,
            int atOnce,
            CorrectionFactor correction,
            double arrivalFactor,
            double computingSeconds,
            boolean knowsComputing,
            List<Integer> requested,
            String dropped,
            long planningMillis) {

        boolean isDropped() {
            return !dropped.isEmpty();
        }

        /** Indexes of the blocks that are on their way into memory once the plan is requested. */
        List<Integer> coming() {
            return Stream.concat(
                            requested.stream(),
                            IntStream.range(0, plan.blocks().size())
                                    .filter(block -> plan.blocks().get(block).choice() == PrefetchReason.ON_ITS_WAY)
                                    .boxed())
                    .toList();
        }

        /** How long the first tasks are to be held back, in seconds from now. */
        double delay() {
            return isDropped() ? 0 : plan.delay();
        }

        RecordedPlan record(PlanRecords.About about, String planner) {
            return new RecordedPlan(about, planner, problem.problem(), problem.nodes(), plan, dropped, planningMillis);
        }

        PrefetchForecast forecast() {
            return new PrefetchForecast(
                    plan.seconds(), plan.secondsWithout(), computingSeconds, correction.factor(), arrivalFactor);
        }

        /** The work that precedes the query's next scan. */
        PrecedingScans next(PrecedingScans preceding) {
            double ends = isDropped() ? plan.secondsWithout() : plan.seconds();
            double reading = problem.readSeconds().stream()
                    .mapToDouble(Double::doubleValue)
                    .sum();
            int devices = Math.max(1, problem.problem().devices().size());
            return new PrecedingScans(Math.max(preceding.ends(), ends), preceding.reading() + reading / devices);
        }
    }
}
