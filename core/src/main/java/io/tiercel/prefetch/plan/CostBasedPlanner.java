package io.tiercel.prefetch.plan;

import io.tiercel.prefetch.PrefetchProblem;
import io.tiercel.prefetch.model.IndexedJob;
import io.tiercel.prefetch.model.RescoringMode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Prefetches the blocks that, by simulation, make the job end soonest (Trident, algorithm 7). Models selections of growing degrees of
 * parallelism, with and without a delay, and keeps the best; of equal ones the first.
 *
 * <p>Beyond the paper, each switched off by {@link PlannerSettings}: several orders of offering, a search past a dip, late blocks left
 * out, and a least gain.
 */
public record CostBasedPlanner(PlannerSettings settings) implements PrefetchPlanner {
    @Override
    public String name() {
        return PrefetchPlanners.COST;
    }

    @Override
    public PrefetchPlan plan(PrefetchProblem problem) {
        return new PlanSearch(problem, settings).plan();
    }

    /** One run of algorithm 7. */
    private static final class PlanSearch {
        private final PlannerSettings settings;
        private final Forecast forecast;
        private final IndexedJob job;
        private final @Nullable PrefetchReason[] fixed;
        /** One for each order of offering. */
        private final List<BlockSelection> selections;

        private final List<DegreeTrial> trials = new ArrayList<>();

        /** The best so far. */
        private int[] source;

        private PrefetchReason[] choices;
        private double seconds;
        private double delay;
        private int degree;

        PlanSearch(PrefetchProblem problem, PlannerSettings settings) {
            this.settings = settings;
            this.forecast = new Forecast(problem, settings.models());
            this.job = forecast.job;
            this.fixed = BlockSelection.fixed(job, forecast.neededAt);
            int[] candidates = BlockSelection.offered(fixed);
            this.selections = settings.orders().stream()
                    .map(order -> new BlockSelection(job, order.sort(job, forecast.neededAt, candidates)))
                    .toList();
            this.source = job.withoutSources();
            this.choices = BlockSelection.noGain(fixed);
            this.seconds = forecast.secondsWithout;
        }

        PrefetchPlan plan() {
            SearchEnd end = selections.get(0).isEmpty() ? SearchEnd.NOTHING_TO_PREFETCH : search();
            if (forecast.secondsWithout - seconds < settings.leastGain() * forecast.secondsWithout) {
                source = job.withoutSources();
                choices = BlockSelection.noGain(fixed);
                seconds = forecast.secondsWithout;
                delay = 0;
                degree = 0;
            }
            if (end == SearchEnd.ALL_TAKEN
                    && degree < trials.get(trials.size() - 1).degree()) {
                end = SearchEnd.NO_BETTER;
            }
            double[] lateReady = new double[job.blocks()];
            if (settings.dropLate() && degree > 0) {
                source = forecast.withoutLate(source, delay, choices, lateReady);
                seconds = forecast.seconds(source, delay);
            }
            forecast.seconds(source, delay);
            return new PrefetchPlan(
                    forecast.decisions(choices, source, lateReady),
                    degree,
                    delay,
                    forecast.secondsWithout,
                    seconds,
                    trials,
                    end,
                    forecast.model);
        }

        private SearchEnd search() {
            int fruitless = 0;
            for (int tried = 1; fruitless < settings.patience(); tried += step(tried)) {
                boolean better = false;
                boolean limited = false;
                for (int o = 0; o < selections.size(); o++) {
                    better |= tryDegree(selections.get(o), settings.orders().get(o), tried);
                    limited |= selections.get(o).limited();
                }
                if (!limited) {
                    return SearchEnd.ALL_TAKEN;
                }
                fruitless = better ? 0 : fruitless + 1;
            }
            return SearchEnd.NO_BETTER;
        }

        private int step(int degree) {
            return job.tasks() <= settings.models().limits().everyDegreeTasks() ? 1 : degree;
        }

        /** Models the selection of one degree and order; returns whether it is the best so far. */
        private boolean tryDegree(BlockSelection selection, OfferOrder order, int tried) {
            int selected = selection.select(tried);
            double at = forecast.seconds(selection.source(), 0);
            double wait = 0;
            double delayed = Double.POSITIVE_INFINITY;
            if (settings.maxDelay() > 0) {
                wait = forecast.lateness(selection.source());
                if (wait > 0 && settings.models().rescoring() == RescoringMode.RESCORED) {
                    wait += Forecast.SAME; // a task is to start when its block is ready, and not one rounding before
                }
                if (wait > 0 && wait <= settings.maxDelay()) {
                    delayed = forecast.secondsAfter(selection.source(), wait);
                }
            }
            DegreeTrial trial = new DegreeTrial(tried, order, selected, at, wait, delayed);
            trials.add(trial);
            if (trial.best() >= seconds - Forecast.SAME) {
                return false;
            }
            source = selection.source().clone();
            choices = BlockSelection.noGain(fixed);
            selection.explain(choices);
            seconds = trial.best();
            delay = delayed < at ? wait : 0;
            degree = tried;
            return true;
        }
    }
}
