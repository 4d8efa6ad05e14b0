package io.tiercel.spark.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.spark.event.PrefetchOutcomes.BlockOutcome;
import org.junit.jupiter.api.Test;

final class OutcomeCountsTest {
    /** Its plan is of its scans alone, and it takes as long as all of it does. */
    @Test
    void aQueryHasNoGain() {
        PrefetchPlanned plan = SampleEvents.planned(PrefetchPlanned.stageOfQuery(3), 20);
        OutcomeCounts counts = new OutcomeCounts();
        counts.asked("a", 10);

        PrefetchOutcomes outcomes = counts.outcomes(plan, 5_000, true);

        assertThat(outcomes.millis()).isEqualTo(5_000);
        assertThat(outcomes.withoutMillis()).isEqualTo(plan.withoutMillis());
        assertThat(outcomes.gainMillis()).isZero();
        assertThat(outcomes.predictedGainMillis()).isZero();
        assertThat(PrefetchPlanned.query(outcomes.stage())).isEqualTo(3);
    }

    /** The word of its arrival may come after that of its first task. */
    @Test
    void whatWasThereInTimeMayBeHeardOfLater() {
        OutcomeCounts counts = new OutcomeCounts();
        counts.asked("a", 10);
        counts.started("a", 200, true);
        counts.arrived("a", 210);

        assertThat(counts.outcomes(SampleEvents.planned(7, 20), 5_000, true).blocks())
                .containsExactly(new BlockOutcome("a", 210, 200, true));
    }

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

        PrefetchPlanned plan = SampleEvents.planned(7, 20);
        PrefetchOutcomes outcomes = counts.outcomes(plan, 5_000, true);

        assertThat(outcomes.taken()).isEqualTo(3);
        assertThat(outcomes.used()).isEqualTo(1);
        assertThat(outcomes.late()).isEqualTo(1);
        assertThat(outcomes.unread()).isEqualTo(1);
        assertThat(outcomes.bytes()).isEqualTo(60);
        assertThat(outcomes.happened().total(PrefetchPlanned.READY))
                .as("what its own task may have brought in does not count")
                .isEqualTo(1);
        assertThat(outcomes.happened().total(PrefetchPlanned.NEEDED)).isEqualTo(2);
        assertThat(outcomes.gainMillis()).isEqualTo(plan.withoutMillis() - 5_000);
        assertThat(outcomes.predictedGainMillis()).isEqualTo(plan.withoutMillis() - plan.withMillis());
        assertThat(outcomes.blocks())
                .containsExactly(
                        new BlockOutcome("a", 100, 200, true),
                        new BlockOutcome("b", TiercelEvent.NEVER, 250, false),
                        new BlockOutcome("c", TiercelEvent.NEVER, TiercelEvent.NEVER, false));
    }
}
