package io.tiercel.spark.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tiercel.transfer.IsolationQuanta;
import org.junit.jupiter.api.Test;

final class TransferPaceTest {
    private final FakeTime time = new FakeTime();

    private static final class FakeTime implements TransferPace.Time {
        /** The epoch's seconds are a multiple of the paper's period. */
        private static final double EPOCH = 1_000_000;

        private double seconds = 77;
        private double set;

        private double passed() {
            return seconds - 77;
        }

        @Override
        public double epochSeconds() {
            return EPOCH + set + passed();
        }

        @Override
        public double seconds() {
            return seconds;
        }

        @Override
        public void sleep(double slept) {
            assertThat(slept).isPositive();
            seconds += slept;
        }
    }

    @Test
    void aTransferKeepsToItsRate() throws InterruptedException {
        TransferPace pace = new TransferPace(IsolationQuanta.ALWAYS, 100, time);
        for (int page = 0; page < 5; page++) {
            pace.awaitSlice();
            time.seconds += 0.25;
            pace.brought(100);
        }
        assertThat(time.passed()).isCloseTo(5, within(1e-9));
    }

    @Test
    void aSlowSourceIsNotWaitedForTwice() throws InterruptedException {
        TransferPace pace = new TransferPace(IsolationQuanta.ALWAYS, 100, time);
        time.seconds += 3;
        pace.brought(100);
        assertThat(time.passed()).isEqualTo(3);
        time.seconds += 0.5;
        pace.brought(100);
        assertThat(time.passed()).as("what it was too slow is not made up for").isCloseTo(4, within(1e-9));
    }

    @Test
    void withoutARateNothingIsHeldBack() throws InterruptedException {
        TransferPace pace = new TransferPace(IsolationQuanta.ALWAYS, 0, time);
        pace.awaitSlice();
        pace.brought(1 << 30);
        assertThat(time.passed()).isZero();
    }

    @Test
    void requestsAreSentWithinTheSlicesOnly() throws InterruptedException {
        TransferPace pace = new TransferPace(IsolationQuanta.ofPaper(), 0, time);
        int first = 0;
        for (int page = 0; page < 10; page++) {
            pace.awaitSlice();
            assertThat(time.epochSeconds() % 5).isLessThan(0.5);
            first += time.passed() < 1 ? 1 : 0;
            time.seconds += 0.1;
            pace.brought(100);
        }
        assertThat(first).as("each ends within the slice").isBetween(4, 5);
        assertThat(time.passed()).isBetween(5.0, 10.6);
    }

    @Test
    void aRateHoldsWithinASliceAfterAPauseToo() throws InterruptedException {
        TransferPace pace = new TransferPace(IsolationQuanta.ofPaper(), 1000, time);
        int bytes = 0;
        while (time.passed() < 50) {
            pace.awaitSlice();
            time.seconds += 0.01;
            pace.brought(100);
            bytes += 100;
        }
        assertThat(bytes)
                .as("at most a tenth of the time at this rate, and a page for each slice")
                .isBetween(4_000, 6_000);
    }

    @Test
    void aClockThatIsSetIsFollowed() throws InterruptedException {
        time.seconds += 1;
        time.set = -3600 + 2;
        TransferPace pace = new TransferPace(IsolationQuanta.ofPaper(), 0, time);
        pace.awaitSlice();
        assertThat(time.epochSeconds() % 5).isLessThan(0.5);
    }
}
