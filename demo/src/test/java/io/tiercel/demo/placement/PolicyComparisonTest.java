package io.tiercel.demo.placement;

import static io.tiercel.demo.placement.PlacementTrials.trial;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tiercel.demo.report.Spread;
import io.tiercel.record.ReadPlace;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PolicyComparisonTest {
    /** The machine is twice as slow in round 2, for everyone. */
    private final PolicyComparison comparison = new PolicyComparison(List.of(
            trial(1, "trident", "q1", 1, "a"),
            trial(1, "trident", "q6", 3, "b"),
            trial(1, "stock", "q1", 2, "a"),
            trial(1, "stock", "q6", 6, "b"),
            trial(2, "stock", "q1", 4, "a"),
            trial(2, "stock", "q6", 12, "b"),
            trial(2, "trident", "q1", 2, "a"),
            trial(2, "trident", "q6", 4, "b")));

    @Test
    void theBaselineComesFirst() {
        assertThat(comparison.policies()).containsExactly("stock", "trident");
        assertThat(comparison.overall())
                .extracting(PolicyComparison.PolicyOutcome::policy)
                .containsExactly("stock", "trident");
    }

    @Test
    void aRoundIsTheSumOfItsJobs() {
        assertThat(comparison.overall().get(0).seconds()).isEqualTo(new Spread(12, 8, 16));
        assertThat(comparison.overall().get(1).seconds()).isEqualTo(new Spread(5, 4, 6));
    }

    @Test
    void speedupsArePairedByRound() {
        Spread speedup = comparison.overall().get(1).speedup();

        assertThat(speedup.min()).isEqualTo(2);
        assertThat(speedup.max()).isCloseTo(16.0 / 6, within(1e-12));
        assertThat(comparison.overall().get(0).speedup()).isEqualTo(new Spread(1, 1, 1));
    }

    @Test
    void oneJobIsComparedWithItself() {
        assertThat(comparison.byPolicy("q1").get(1).seconds()).isEqualTo(new Spread(1.5, 1, 2));
        assertThat(comparison.byPolicy("q1").get(1).speedup()).isEqualTo(new Spread(2, 2, 2));
    }

    @Test
    void tasksAndBytesAreAddedUp() {
        PolicyComparison.PolicyOutcome stock = comparison.overall().get(0);

        assertThat(stock.tiers().tasks()).isEqualTo(12);
        assertThat(stock.tiers().happened()).isEqualTo(Map.of(ReadPlace.SSD, 4L, ReadPlace.HDD, 8L));
        assertThat(stock.tiers().bestShare()).isCloseTo(1.0 / 3, within(1e-12));
        assertThat(stock.tiers().schedulingMicrosMax()).isEqualTo(900);
        assertThat(stock.tiers().heldMillis()).isEqualTo(20);
        assertThat(stock.servedBytes()).containsEntry("HDD", 80L);
    }

    @Test
    void equalResultsDoNotDiffer() {
        assertThat(comparison.differences()).isEmpty();
    }

    @Test
    void aDifferentResultIsNamed() {
        PolicyComparison different = new PolicyComparison(List.of(
                trial(1, "stock", "q1", 2, "aaaaaaaaaaaaaaaa"),
                trial(1, "quartet", "q1", 2, "aaaaaaaaaaaaaaaa"),
                trial(1, "trident", "q1", 2, "bbbbbbbbbbbbbbbb")));

        assertThat(different.differences())
                .containsExactly(
                        "q1 under trident in round 1 returned 1 rows (sha256 bbbbbbbbbbbb), expected stock's 1 rows "
                                + "(aaaaaaaaaaaa)");
    }

    @Test
    void aBaselineThatDiffersFromItselfIsNamed() {
        assertThat(new PolicyComparison(List.of(trial(1, "stock", "q1", 2, "aa"), trial(2, "stock", "q1", 2, "bb")))
                        .differences())
                .hasSize(1);
    }

    @Test
    void withoutTheBaselineThereIsNoComparison() {
        assertThatThrownBy(() -> new PolicyComparison(List.of(trial(1, "trident", "q1", 1, "a"))))
                .hasMessage("expected trials under stock, there is none");
    }
}
