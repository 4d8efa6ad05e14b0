package io.tiercel.prefetch.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class PrefetchPlannersTest {
    private static PrefetchPlan plan(String name) {
        return PrefetchPlanners.named(name, PlannerSettings.AS_PUBLISHED, 3).plan(FigureEight.withSlots(3));
    }

    @Test
    void eachIsFoundByItsName() {
        for (String name : PrefetchPlanners.names()) {
            assertThat(PrefetchPlanners.named(name, PlannerSettings.DEFAULTS, 1).name())
                    .isEqualTo(name);
        }
    }

    @Test
    void anUnknownNameIsToldWhichThereAre() {
        assertThatThrownBy(() -> PrefetchPlanners.named("trident", PlannerSettings.DEFAULTS, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("prefetch planner: expected one of none, cost, plan, all, ignem, got 'trident'");
    }

    @Test
    void noneTakesNothingAndSaysSo() {
        assertThat(plan("none").taken()).isEmpty();
        assertThat(plan("none").blocks()).extracting(BlockDecision::choice).containsOnly(PrefetchReason.SWITCHED_OFF);
    }

    @Test
    void allAndIgnemTakeEverything() {
        assertThat(plan("all").taken()).hasSize(5);
        assertThat(plan("all").degree()).isEqualTo(3);
        assertThat(plan("ignem").taken()).hasSize(5);
    }
}
