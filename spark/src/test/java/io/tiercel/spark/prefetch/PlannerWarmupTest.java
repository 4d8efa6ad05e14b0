package io.tiercel.spark.prefetch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.prefetch.model.Contention;
import io.tiercel.prefetch.plan.PlannerSettings;
import io.tiercel.prefetch.plan.PrefetchPlan;
import io.tiercel.prefetch.plan.PrefetchPlanners;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PlannerWarmupTest {
    /** A plan that takes no block would leave half of the planner's code cold. */
    @ParameterizedTest
    @ValueSource(strings = {"cost", "plan", "all", "ignem"})
    void theMadeUpPlanTakesBlocks(String planner) {
        PrefetchPlan plan =
                PlannerWarmup.plan(PrefetchPlanners.named(planner, PlannerSettings.of(Contention.IDLE, 0), 1));
        assertThat(plan.taken()).isNotEmpty();
    }
}
