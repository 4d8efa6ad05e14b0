package io.tiercel.spark.prefetch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.prefetch.BlockDecision;
import io.tiercel.prefetch.Choice;
import io.tiercel.prefetch.Correction;
import io.tiercel.prefetch.PlanModel;
import io.tiercel.prefetch.PrefetchOutcome;
import io.tiercel.prefetch.PrefetchPlan;
import io.tiercel.prefetch.SearchEnd;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PlanTextTest {
    private static PrefetchPlan plan(Choice choice) {
        return new PrefetchPlan(
                List.of(new BlockDecision(choice, choice == Choice.TAKEN ? 0 : -1, 1, 2)),
                1,
                0,
                2,
                1.5,
                List.of(),
                SearchEnd.ALL_TAKEN,
                PlanModel.SHARED_DEVICES);
    }

    @Test
    void saysByHowMuchTheModelHasBeenOff() {
        Correction off = Correction.none().with(10, 18).with(10, 18).with(10, 18);

        assertThat(PlanText.correction(plan(Choice.TAKEN), off))
                .isEqualTo("; model off by 1.80, corrected: job 2.70 s instead of 3.60 s");
        assertThat(PlanText.correction(plan(Choice.NO_GAIN), off))
                .isEqualTo("; model off by 1.80, corrected: job 2.70 s");
        assertThat(PlanText.correction(plan(Choice.TAKEN), Correction.none().with(10, 11)))
                .isEmpty();
    }

    @Test
    void saysWhatCameOfAPlan() {
        PrefetchOutcome outcome = new PrefetchOutcome(3, 2, 1, 0, 300, 2.5, 2, 3, 1.5, 1.25, 1, 1, 1.8, 1);

        assertThat(PlanText.line(outcome))
                .isEqualTo(
                        "of 3 blocks prefetched 2 were in memory when their tasks started, 1 came late, 0 were not read; "
                                + "2.50 s, 2.00 s predicted, 3.00 s without; the last came after 1.50 s, 1.25 s predicted");
        PrefetchOutcome none = new PrefetchOutcome(1, 0, 1, 0, 100, 2.5, 2, 3, Double.NaN, Double.NaN, 1, 1, 1, 1);
        assertThat(PlanText.line(none)).endsWith("2.50 s, 2.00 s predicted, 3.00 s without");
    }
}
