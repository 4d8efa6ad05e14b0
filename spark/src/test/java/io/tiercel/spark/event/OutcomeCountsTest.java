package io.tiercel.spark.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.spark.event.PrefetchOutcomes.BlockOutcome;
import org.junit.jupiter.api.Test;

final class OutcomeCountsTest {
    @Test
    void eachBlockIsUsedLateOrUnread() {
        OutcomeCounts counts = new OutcomeCounts();
        counts.asked("a", 10);
        counts.asked("b", 20);
        counts.asked("c", 30);
        counts.asked("c", 30);
        counts.arrived("a", 100);
        counts.arrived("a", 900);
        counts.arrived("somebody else's", 100);
        counts.started("a", 200, true);
        counts.started("b", 250, false);
        counts.started("b", 300, true);
        counts.arrived("b", 350);

        PrefetchPlanned plan = SomeEvents.planned(7, 20);
        PrefetchOutcomes outcomes = counts.outcomes(plan, 5_000, true);

        assertThat(outcomes.taken()).isEqualTo(3);
        assertThat(outcomes.used()).isEqualTo(1);
        assertThat(outcomes.late()).isEqualTo(1);
        assertThat(outcomes.unread()).isEqualTo(1);
        assertThat(outcomes.bytes()).isEqualTo(60);
        assertThat(outcomes.happened().total(PrefetchPlanned.READY)).isEqualTo(2);
        assertThat(outcomes.happened().total(PrefetchPlanned.NEEDED)).isEqualTo(2);
        assertThat(outcomes.gainMillis()).isEqualTo(plan.withoutMillis() - 5_000);
        assertThat(outcomes.predictedGainMillis()).isEqualTo(plan.withoutMillis() - plan.withMillis());
        assertThat(outcomes.blocks())
                .containsExactly(
                        new BlockOutcome("a", 100, 200, true),
                        new BlockOutcome("b", 350, 250, false),
                        new BlockOutcome("c", TiercelEvent.NEVER, TiercelEvent.NEVER, false));
    }
}
