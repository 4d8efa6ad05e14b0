package io.tiercel.spark.prefetch;

import io.tiercel.config.Settings;
import io.tiercel.prefetch.model.Contention;
import io.tiercel.prefetch.plan.PlannerSettings;
import io.tiercel.prefetch.plan.PrefetchPlanner;
import io.tiercel.prefetch.plan.PrefetchPlanners;
import io.tiercel.spark.TiercelKeys;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The planner that the settings name, with and without delays of the first tasks, for idle and for equally urgent agents. */
final class PlannerSelection {
    private static final long SEED = 1;

    private final Map<Contention, PrefetchPlanner> immediate = new EnumMap<>(Contention.class);
    private final Map<Contention, PrefetchPlanner> delaying = new EnumMap<>(Contention.class);
    private final String name;
    private final long maxDelayMillis;

    PlannerSelection(Settings settings) {
        long delay = settings.get(TiercelKeys.PREFETCH_DELAY).toMillis();
        this.name = settings.get(TiercelKeys.PREFETCH);
        this.maxDelayMillis = name.equals(PrefetchPlanners.COST) ? delay : 0;
        for (Contention each : List.of(Contention.IDLE, Contention.EQUAL)) {
            immediate.put(each, PrefetchPlanners.named(name, PlannerSettings.of(each, 0), SEED));
            delaying.put(each, PrefetchPlanners.named(name, PlannerSettings.of(each, delay / 1e3), SEED));
        }
    }

    String name() {
        return name;
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
        return (mayDelay ? delaying : immediate).get(sharesDevices ? Contention.EQUAL : Contention.IDLE);
    }
}
