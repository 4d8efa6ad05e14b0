package io.tiercel.spark.prefetch;

import io.tiercel.json.PlanRecords;
import io.tiercel.json.RecordedPlan;
import io.tiercel.prefetch.PrefetchForecast;
import io.tiercel.prefetch.learn.CorrectionFactor;
import io.tiercel.prefetch.plan.PrefetchPlan;
import io.tiercel.spark.prefetch.PrefetchProblemFactory.StageProblem;
import java.util.List;

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
        double reading =
                problem.readSeconds().stream().mapToDouble(Double::doubleValue).sum();
        int devices = Math.max(1, problem.problem().devices().size());
        return new PrecedingScans(Math.max(preceding.ends(), ends), preceding.reading() + reading / devices);
    }
}
