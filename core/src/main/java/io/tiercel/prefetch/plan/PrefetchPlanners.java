package io.tiercel.prefetch.plan;

import io.tiercel.prefetch.PrefetchProblem;
import io.tiercel.prefetch.model.Contention;
import io.tiercel.prefetch.model.IndexedJob;
import io.tiercel.prefetch.model.RescoringMode;
import io.tiercel.prefetch.model.Sharing;
import java.util.List;
import java.util.Random;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** The planners that users may choose from: the one table of their names. */
public final class PrefetchPlanners {
    public static final String NONE = "none";

    /** Plans by cost (Trident, algorithm 7). */
    public static final String COST = "cost";

    /** Plans reads and prefetches in one linear program. */
    public static final String PLAN = "plan";

    /** Takes every block that there is room for. */
    public static final String ALL = "all";

    /** Takes every block too, each from a replica chosen at random: the scheme that DYRS compares itself with. */
    public static final String IGNEM = "ignem";

    private static final List<String> NAMES = List.of(NONE, COST, PLAN, ALL, IGNEM);

    private PrefetchPlanners() {}

    public static List<String> names() {
        return NAMES;
    }

    /**
     * The planner of that name.
     *
     * @param settings for {@link #COST}; {@link #PLAN} uses its models and its least gain, the others their device models only
     * @param seed of random choices
     * @throws IllegalArgumentException if there is none of that name, naming those that there are
     */
    public static PrefetchPlanner named(String name, PlannerSettings settings, long seed) {
        PlannerSettings.Models sameModels = baseline(settings, settings.models().sharing());
        return switch (name) {
            case COST -> new CostBasedPlanner(settings);
            case PLAN -> new ProgramPlanner(settings);
            case NONE ->
                new FixedPlanner(NONE, sameModels, (job, fixed) -> job.withoutSources(), PrefetchReason.SWITCHED_OFF);
            case ALL -> new FixedPlanner(ALL, sameModels, PrefetchPlanners::everything, PrefetchReason.NO_ROOM);
            case IGNEM ->
                new FixedPlanner(
                        IGNEM,
                        baseline(settings, Sharing.EQUAL_SHARES),
                        (job, fixed) -> atRandom(job, fixed, seed),
                        PrefetchReason.NO_ROOM);
            default ->
                throw new IllegalArgumentException(
                        "prefetch planner: expected one of " + String.join(", ", NAMES) + ", got '" + name + "'");
        };
    }

    /**
     * A baseline that takes blocks by a fixed rule, whether it pays or not; the models only predict its effect.
     *
     * @param rule the device that each block is prefetched from, or -1; offered are the blocks whose choice is null
     * @param refusal why an offered block was not taken
     */
    private record FixedPlanner(
            String name,
            PlannerSettings.Models models,
            BiFunction<IndexedJob, @Nullable PrefetchReason[], int[]> rule,
            PrefetchReason refusal)
            implements PrefetchPlanner {
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
            return new PrefetchPlan(
                    forecast.decisions(choices, source, new double[source.length]),
                    forecast.job.mostOfADevice(source),
                    0,
                    forecast.secondsWithout,
                    seconds,
                    List.of(),
                    SearchEnd.NOT_SEARCHED,
                    forecast.model);
        }
    }

    private static PlannerSettings.Models baseline(PlannerSettings settings, Sharing sharing) {
        PlannerSettings.Models models = settings.models();
        Contention contention = sharing == Sharing.ONE_AT_A_TIME ? models.contention() : Contention.NONE;
        return new PlannerSettings.Models(sharing, RescoringMode.RESCORED, contention, models.limits());
    }

    private static int[] everything(IndexedJob job, @Nullable PrefetchReason[] fixed) {
        BlockSelection selection = new BlockSelection(job, BlockSelection.offered(fixed));
        selection.select(Integer.MAX_VALUE);
        return selection.source();
    }

    private static int[] atRandom(IndexedJob job, @Nullable PrefetchReason[] fixed, long seed) {
        Random random = new Random(seed);
        long[] room = job.memoryFree.clone();
        int[] source = job.withoutSources();
        for (int block : BlockSelection.offered(fixed)) {
            int replicas = job.firstDevice[block + 1] - job.firstDevice[block];
            int device = job.devices[job.firstDevice[block] + random.nextInt(replicas)];
            if (room[job.deviceNode[device]] >= job.blockBytes[block]) {
                room[job.deviceNode[device]] -= job.blockBytes[block];
                source[block] = device;
            }
        }
        return source;
    }
}
