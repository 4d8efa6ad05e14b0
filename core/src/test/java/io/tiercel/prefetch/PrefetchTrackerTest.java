package io.tiercel.prefetch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.model.BlockId;
import io.tiercel.prefetch.PrefetchTracker.BlockOutcome;
import org.junit.jupiter.api.Test;

final class PrefetchTrackerTest {
    private static final PrefetchForecast FORECAST = new PrefetchForecast(4, 6, 0.5, 2, 3);

    private final PrefetchTracker tracker = new PrefetchTracker();

    private static BlockId id(int block) {
        return new BlockId("pool", block, 1);
    }

    @Test
    void comparesTheLastArrivalWithTheExpectationOfTheSameBlocks() {
        for (int b = 0; b < 4; b++) {
            tracker.addRequest(id(b), 100, 1 + b);
        }
        assertThat(tracker.lastArrival()).isNaN();
        assertThat(tracker.lastExpectedArrival()).isNaN();

        tracker.markArrived(id(1), 2.5);
        tracker.markArrived(id(1), 9);
        tracker.markArrived(id(0), 1.5);
        tracker.markArrived(id(7), 8);
        tracker.markStarted(id(3), 3, false);
        tracker.markArrived(id(3), 7);

        assertThat(tracker.lastArrival()).as("of 0 and 1, each once").isEqualTo(2.5);
        assertThat(tracker.lastExpectedArrival()).isEqualTo(2);
        assertThat(tracker.unread()).containsExactlyInAnyOrder(id(0), id(1), id(2));
        PrefetchOutcome outcome = tracker.outcome(FORECAST, 9, Double.NaN);
        assertThat(outcome.late()).isEqualTo(1);
        assertThat(outcome.prefetchedSeconds()).isEqualTo(2.5);
        assertThat(outcome.predictedPrefetchedSeconds()).isEqualTo(3 * 2);
    }

    /** The report of its arrival may come after that of its first task. */
    @Test
    void notesALateReportOfABlockThatWasThereInTime() {
        tracker.addRequest(id(0), 10, 1);
        tracker.markStarted(id(0), 0.2, true);
        tracker.markArrived(id(0), 0.21);

        assertThat(tracker.blocks(9)).containsExactly(new BlockOutcome(id(0), 0.21, 0.2, true));
        assertThat(tracker.lastArrival())
                .as("of those that came before their task")
                .isNaN();
    }

    @Test
    void countsEachBlockAsUsedLateOrUnread() {
        tracker.addRequest(id(0), 10, 1);
        tracker.addRequest(id(1), 20, 1);
        tracker.addRequest(id(2), 30, 1);
        tracker.addRequest(id(2), 30, 1);
        assertThat(tracker.markArrived(id(0), 0.1)).isTrue();
        assertThat(tracker.markArrived(id(0), 0.9)).isFalse();
        assertThat(tracker.markArrived(id(9), 0.1)).as("somebody else's").isFalse();
        assertThat(tracker.markStarted(id(0), 0.2, true)).isTrue();
        assertThat(tracker.markStarted(id(1), 0.25, false)).isTrue();
        assertThat(tracker.markStarted(id(1), 0.3, true)).isFalse();
        assertThat(tracker.markArrived(id(1), 0.35))
                .as("its own task may have brought it in")
                .isFalse();

        assertThat(tracker.outcome(FORECAST, 5, 0.4))
                .isEqualTo(new PrefetchOutcome(3, 1, 1, 1, 60, 5, 8, 12, 0.1, 3, 0.4, 0.5, 2, 3));
        assertThat(tracker.blocks(2))
                .containsExactly(
                        new BlockOutcome(id(0), 0.1, 0.2, true), new BlockOutcome(id(1), Double.NaN, 0.25, false));
        assertThat(tracker.requested()).containsExactly(id(0), id(1), id(2));
    }

    @Test
    void sumsOutcomes() {
        tracker.addRequest(id(0), 10, 1);
        PrefetchTotals totals = PrefetchTotals.of(tracker.outcome(FORECAST, 5, 0.4));

        assertThat(totals).isEqualTo(new PrefetchTotals(1, 0, 0, 1, 10, 4, 7));
        assertThat(totals.plus(totals.withoutGain())).isEqualTo(new PrefetchTotals(2, 0, 0, 2, 20, 4, 7));
    }
}
