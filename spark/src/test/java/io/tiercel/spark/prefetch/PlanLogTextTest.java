package io.tiercel.spark.prefetch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.prefetch.PrefetchOutcome;
import io.tiercel.prefetch.learn.CorrectionFactor;
import io.tiercel.prefetch.plan.BlockDecision;
import io.tiercel.prefetch.plan.PlanModel;
import io.tiercel.prefetch.plan.PrefetchPlan;
import io.tiercel.prefetch.plan.PrefetchReason;
import io.tiercel.prefetch.plan.SearchEnd;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PlanLogTextTest {
    private static PrefetchPlan plan(PrefetchReason choice) {
        return new PrefetchPlan(
                List.of(new BlockDecision(choice, choice == PrefetchReason.TAKEN ? 0 : -1, 1, 2)),
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
        CorrectionFactor off = CorrectionFactor.none().with(10, 18).with(10, 18).with(10, 18);

        assertThat(PlanLogText.correction(plan(PrefetchReason.TAKEN), off))
                .isEqualTo("; model off by 1.80, corrected: job 2.70 s instead of 3.60 s");
        assertThat(PlanLogText.correction(plan(PrefetchReason.NO_GAIN), off))
                .isEqualTo("; model off by 1.80, corrected: job 2.70 s");
        assertThat(PlanLogText.correction(
                        plan(PrefetchReason.TAKEN), CorrectionFactor.none().with(10, 11)))
                .isEmpty();
    }

    @Test
    void saysWhatCameOfAPlan() {
        PrefetchOutcome outcome = new PrefetchOutcome(3, 2, 1, 0, 300, 2.5, 2, 3, 1.5, 1.25, 1, 1, 1.8, 1);

        assertThat(PlanLogText.line(outcome))
                .isEqualTo("of 3 blocks prefetched 2 were in memory when their tasks started, 1 came late, 0 were not"
                        + " read; 2.50 s, 2.00 s predicted, 3.00 s without; the last came after 1.50 s, 1.25 s"
                        + " predicted");
        PrefetchOutcome none = new PrefetchOutcome(1, 0, 1, 0, 100, 2.5, 2, 3, Double.NaN, Double.NaN, 1, 1, 1, 1);
        assertThat(PlanLogText.line(none)).endsWith("2.50 s, 2.00 s predicted, 3.00 s without");
    }
}
