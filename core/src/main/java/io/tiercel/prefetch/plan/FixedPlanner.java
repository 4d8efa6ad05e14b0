package io.tiercel.prefetch.plan;

import io.tiercel.prefetch.PrefetchProblem;
import io.tiercel.prefetch.model.IndexedJob;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A baseline that takes blocks by a fixed rule, whether it pays or not; the models only predict its effect. */
final class FixedPlanner implements PrefetchPlanner {
    private final String name;
    private final BiFunction<IndexedJob, @Nullable PrefetchReason[], int[]> rule;
    private final PlannerSettings.Models models;
    private final PrefetchReason refusal;

    /**
     * @param rule the device that each block is prefetched from, or -1; offered are the blocks whose choice is null
     * @param refusal why an offered block was not taken
     */
    FixedPlanner(
            String name,
            PlannerSettings.Models models,
            BiFunction<IndexedJob, @Nullable PrefetchReason[], int[]> rule,
            PrefetchReason refusal) {
        this.name = name;
        this.rule = rule;
        this.models = models;
        this.refusal = refusal;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public PrefetchPlan plan(PrefetchProblem problem) {
        Forecast forecast = new Forecast(problem, models);
        @Nullable PrefetchReason[] fixed = BlockSelection.fixed(forecast.job, forecast.neededAt);
        int[] source = rule.apply(forecast.job, fixed);
        PrefetchReason[] choices = new PrefetchReason[source.length];
        for (int b = 0; b < source.length; b++) {
            PrefetchReason reason = fixed[b];
            choices[b] = reason != null ? reason : source[b] < 0 ? refusal : PrefetchReason.TAKEN;
        }
        double seconds = forecast.seconds(source, 0);
        int[] perDevice = new int[problem.devices().size()];
        IntStream.of(source).filter(device -> device >= 0).forEach(device -> perDevice[device]++);
        return new PrefetchPlan(
                forecast.decisions(choices, source, new double[source.length]),
                IntStream.of(perDevice).max().orElse(0),
                0,
                forecast.secondsWithout,
                seconds,
                List.of(),
                SearchEnd.NOT_SEARCHED,
                forecast.model);
    }
}
