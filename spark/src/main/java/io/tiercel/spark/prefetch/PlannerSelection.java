package io.tiercel.spark.prefetch;

import io.tiercel.config.Settings;
import io.tiercel.prefetch.model.Contention;
import io.tiercel.prefetch.plan.PlannerSettings;
import io.tiercel.prefetch.plan.PrefetchPlanner;
import io.tiercel.prefetch.plan.PrefetchPlanners;
import io.tiercel.spark.TiercelKeys;

/** The planner that the settings name, with and without delays of the first tasks, for idle and for equally urgent agents. */
final class PlannerSelection {
    private static final long SEED = 1;

    /**
     * The planner for one urgency of agents.
     *
     * @param immediate delays nothing
     * @param delaying may delay the first tasks
     */
    private record Pair(PrefetchPlanner immediate, PrefetchPlanner delaying) {}

    private final Pair waiting;
    private final Pair sharing;
    private final long maxDelayMillis;

    PlannerSelection(Settings settings) {
        long delay = settings.get(TiercelKeys.PREFETCH_DELAY).toMillis();
        this.waiting = pair(settings, delay, Contention.IDLE);
        this.sharing = pair(settings, delay, Contention.EQUAL);
        this.maxDelayMillis = name().equals(PrefetchPlanners.COST) ? delay : 0;
    }

    private static Pair pair(Settings settings, long delayMillis, Contention contention) {
        return new Pair(planner(settings, 0, contention), planner(settings, delayMillis, contention));
    }

    private static PrefetchPlanner planner(Settings settings, long delayMillis, Contention contention) {
        PlannerSettings with = PlannerSettings.of(contention, delayMillis / 1e3);
        return PrefetchPlanners.named(settings.get(TiercelKeys.PREFETCH), with, SEED);
    }

    String name() {
        return waiting.immediate().name();
    }

    /** How long first tasks may be held back; 0 if the planner never does. */
    long maxDelayMillis() {
        return maxDelayMillis;
    }

    /**
     * @param mayDelay whether the first tasks may wait
     * @param sharesDevices whether agents read as urgently as tasks
     */
    PrefetchPlanner planner(boolean mayDelay, boolean sharesDevices) {
        Pair pair = sharesDevices ? sharing : waiting;
        return mayDelay ? pair.delaying() : pair.immediate();
    }
}
