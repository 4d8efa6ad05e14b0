package io.tiercel.migrate.estimate;

import static io.tiercel.migrate.ledger.Samples.MB;
import static io.tiercel.migrate.ledger.Samples.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** A device of 100 MB/s, blocks of 100 MB: a second each at full bandwidth. */
class BandwidthEstimatorTest {
    private static final long BLOCK = 100 * MB;

    private final BandwidthEstimator estimator = new BandwidthEstimator(EstimatorSettings.DEFAULT, 1e8, 0);

    private double seconds(long now) {
        return estimator.nanosFor(BLOCK, now) / SECOND;
    }

    @Test
    void beginsWithTheMeasuredSpeed() {
        assertThat(seconds(0)).isCloseTo(1, within(1e-9));
        assertThat(seconds(1000 * SECOND)).isCloseTo(1, within(1e-9));
    }

    @Test
    void theQueueIsAsLongAsTheIntervalByTheTimeOfABlockRoundedUp() {
        assertThat(estimator.depthBesideRunning(BLOCK / 4, SECOND)).isEqualTo(4);
        assertThat(estimator.depthBesideRunning(BLOCK * 3 / 10, SECOND)).isEqualTo(4);
        assertThat(estimator.depthBesideRunning(BLOCK, SECOND)).isEqualTo(1);
    }

    @Test
    void theQueueHoldsOneOfBlocksThatOutlastTheInterval() {
        assertThat(estimator.depthBesideRunning(20 * BLOCK, SECOND)).isEqualTo(1);
    }

    /** 0.6 · 2 + 0.4 · 4 = 2.8. */
    @Test
    void isAMovingAverageOfPastMigrations() {
        for (int i = 0; i < 40; i++) {
            estimator.finished(BLOCK, 2 * SECOND, 1);
        }
        estimator.finished(BLOCK, 4 * SECOND, 1);
        assertThat(seconds(1)).isCloseTo(2.8, within(1e-3));
    }

    @Test
    void isPerByte() {
        estimator.finished(BLOCK, 3 * SECOND, 1);
        assertThat(estimator.nanosFor(BLOCK / 2, 1)).isCloseTo(estimator.nanosFor(BLOCK, 1) / 2, within(1.0));
    }

    @Test
    void aTinyBlockSaysLittleOfALargeOne() {
        estimator.finished(BLOCK, SECOND, 1);
        // A kilobyte in 10 ms is a seek, not a device of 100 kB/s.
        estimator.finished(1000, SECOND / 100, 1);
        assertThat(seconds(1)).isCloseTo(1, within(0.02));
        assertThat(estimator.nanosFor(1000, 1) / SECOND).isCloseTo(0.0105, within(0.001));
    }

    @Test
    void isRaisedWhileARunningMigrationExceedsIt() {
        estimator.running(BLOCK, 0, SECOND / 2);
        assertThat(seconds(SECOND / 2)).isCloseTo(1, within(1e-9));
        estimator.running(BLOCK, 0, 3 * SECOND);
        assertThat(seconds(3 * SECOND)).isCloseTo(3, within(1e-9));
        // Without another report too.
        assertThat(seconds(5 * SECOND)).isCloseTo(5, within(1e-9));
    }

    /** Raised to 7 by the last report; 0.6 · 7 + 0.4 · 8 if the bytes behind the first figure were as many. */
    @Test
    void whatARunningMigrationShowedIsNotForgottenAtItsEnd() {
        for (int i = 0; i < 40; i++) {
            estimator.finished(BLOCK, SECOND, 1);
        }
        estimator.running(BLOCK, 1, 7 * SECOND + 1);
        estimator.finished(BLOCK, 8 * SECOND, 8 * SECOND + 1);
        assertThat(seconds(8 * SECOND + 1)).isCloseTo(7.4, within(1e-3));
    }

    /** Tasks kept the device from it until one of them had read the block itself. */
    @Test
    void whatAMigrationWaitedForOthersIsForgottenWhenItIsGivenUp() {
        estimator.running(BLOCK, 0, 3 * SECOND);
        estimator.running(BLOCK, 1, 9 * SECOND);
        assertThat(seconds(9 * SECOND)).as("while it waits").isCloseTo(9, within(0.01));
        estimator.givenUp(SECOND / 10, 9 * SECOND);
        assertThat(seconds(9 * SECOND)).isCloseTo(1, within(1e-9));
        assertThat(estimator.unconfirmed(9 * SECOND)).isFalse();
    }

    @Test
    void ofADeviceThatHasWorkedForLongOnWhatIsGivenUpThatCounts() {
        estimator.running(BLOCK, 0, 9 * SECOND);
        estimator.givenUp(4 * SECOND, 9 * SECOND);
        assertThat(seconds(9 * SECOND)).isCloseTo(4, within(1e-9));
    }

    /** Nine seconds, in 1.5 of which the device worked for it. */
    @Test
    void ofAMigrationThatWaitedAndEndedOnlyTheWorkCounts() {
        estimator.finished(BLOCK, SECOND, 0);
        estimator.running(BLOCK, 0, 9 * SECOND);
        estimator.finished(BLOCK, 3 * SECOND / 2, 9 * SECOND);
        assertThat(seconds(9 * SECOND)).isBetween(1.0, 1.5);
    }

    @Test
    void comesDownAfterASlowPhaseWithoutAnyMigration() {
        estimator.finished(BLOCK, 4 * SECOND, 0);
        double slow = seconds(0);
        assertThat(slow).isGreaterThan(3.9);
        assertThat(seconds(10 * SECOND)).isCloseTo(1 + (slow - 1) / 2, within(1e-6));
        assertThat(seconds(200 * SECOND)).isCloseTo(1, within(1e-3));
    }

    /** Asking does not change the answer: looking at it often is looking at it once. */
    @Test
    void comesDownTheSameHoweverOftenIdlenessIsReported() {
        estimator.finished(BLOCK, 4 * SECOND, 0);
        double later = seconds(20 * SECOND);
        for (int t = 1; t < 20; t++) {
            estimator.idle(t * SECOND);
        }
        assertThat(seconds(20 * SECOND)).isCloseTo(later, within(1e-9));
    }

    /** So a slow device is not handed a block that others finish in the meantime. */
    @Test
    void comesDownMoreSlowlyThanTimePasses() {
        for (long slow : new long[] {2, 10, 40, 200, 3000}) {
            BandwidthEstimator device = new BandwidthEstimator(EstimatorSettings.DEFAULT, 1e8, 0);
            device.finished(BLOCK, slow * SECOND, 0);
            double before = device.nanosFor(BLOCK, 0);
            for (int t = 1; t < 100; t++) {
                double after = device.nanosFor(BLOCK, t * SECOND);
                assertThat(before - after)
                        .as("%d s a block, after %d s", slow, t)
                        .isLessThan(SECOND);
                before = after;
            }
        }
    }

    @Test
    void saysThatNothingHasConfirmedIt() {
        estimator.finished(BLOCK, 9 * SECOND, 0);
        assertThat(estimator.unconfirmed(SECOND)).isFalse();
        assertThat(estimator.unconfirmed(60 * SECOND)).isTrue();
        estimator.running(BLOCK, 60 * SECOND, 60 * SECOND);
        assertThat(estimator.unconfirmed(61 * SECOND)).isTrue();
        estimator.finished(BLOCK, SECOND, 61 * SECOND);
        assertThat(estimator.unconfirmed(61 * SECOND)).isFalse();
    }

    @Test
    void aBlockThatWasInTheCacheIsNoFastDevice() {
        estimator.finished(BLOCK, 1000, 1);
        assertThat(seconds(1)).isBetween(0.5, 1.0);
    }

    @Test
    void beginsWithWhatTheAgentHasMeasured() {
        estimator.fullBandwidth(2e7, SECOND);
        assertThat(seconds(SECOND)).isCloseTo(5, within(1e-9));
        estimator.finished(BLOCK, 5 * SECOND, 6 * SECOND);
        assertThat(seconds(6 * SECOND)).isCloseTo(5, within(1e-9));
        assertThat(seconds(600 * SECOND)).as("idle since").isCloseTo(5, within(1e-9));
    }

    @Test
    void comesBackToWhatTheAgentHasMeasuredSince() {
        for (int i = 0; i < 40; i++) {
            estimator.finished(BLOCK, 8 * SECOND, 0);
        }
        double half = seconds(12 * SECOND);
        estimator.fullBandwidth(2.5e7, 12 * SECOND);
        assertThat(seconds(12 * SECOND)).as("at once nothing changes").isCloseTo(half, within(1e-6));
        assertThat(seconds(600 * SECOND)).isCloseTo(4, within(1e-3));
        estimator.fullBandwidth(1e8, 600 * SECOND);
        assertThat(seconds(2000 * SECOND)).isCloseTo(1, within(1e-3));
    }

    @Test
    void aDeviceHasABandwidth() {
        assertThatThrownBy(() -> new BandwidthEstimator(EstimatorSettings.DEFAULT, 0, 0))
                .hasMessage("bytesPerSecond: expected above 0 and finite, got 0.0");
    }
}
