package io.tiercel.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class SourceBandwidthTest {
    private final SourceBandwidth bandwidth = new SourceBandwidth(1000);

    @Test
    void throttlingHalvesAndSuccessRecoversInTenRounds() {
        bandwidth.throttled(10);
        assertThat(bandwidth.limit()).isEqualTo(500);
        int rounds = 0;
        for (; bandwidth.limit() < 1000; rounds++) {
            bandwidth.succeeded(bandwidth.limit(), 12);
        }
        assertThat(rounds).isBetween(10, 11);
    }

    @Test
    void aRoundOfSmallTransfersAddsAsMuchAsOneLargeOne() {
        bandwidth.throttled(0);
        for (int i = 0; i < 10; i++) {
            bandwidth.succeeded(50, 2);
        }
        assertThat(bandwidth.limit()).isBetween(545L, 550L);
    }

    @Test
    void manyRejectionsAtOnceAreOneBackOff() {
        for (int i = 0; i < 10; i++) {
            bandwidth.throttled(i / 20.0);
        }
        assertThat(bandwidth.limit()).isEqualTo(500);
        bandwidth.succeeded(500, 0.9);
        assertThat(bandwidth.limit()).as("still settling").isEqualTo(500);
        bandwidth.throttled(1);
        assertThat(bandwidth.limit()).isEqualTo(250);
    }

    @Test
    void somethingIsAlwaysLeft() {
        for (int second = 0; second < 100; second++) {
            bandwidth.throttled(2 * second);
        }
        assertThat(bandwidth.limit()).isEqualTo(15);
        SourceBandwidth least = new SourceBandwidth(1);
        least.throttled(0);
        assertThat(least.limit()).isEqualTo(1);
    }

    @Test
    void risingLatencyBacksOffAndASingleSlowAnswerDoesNot() {
        for (int i = 0; i < 20; i++) {
            bandwidth.latency(0.02, i);
        }
        bandwidth.latency(0.1, 20);
        assertThat(bandwidth.limit()).isEqualTo(1000);
        for (int i = 0; i < 8; i++) {
            bandwidth.latency(0.06, 21 + i / 10.0);
        }
        assertThat(bandwidth.limit()).isEqualTo(500);
    }

    @Test
    void aLatencyThatStaysBecomesTheUsualOne() {
        for (int i = 0; i < 20; i++) {
            bandwidth.latency(0.02, 0);
        }
        for (int i = 0; i < 200; i++) {
            bandwidth.latency(0.06, 0);
        }
        long before = bandwidth.limit();
        for (int i = 0; i < 50; i++) {
            bandwidth.latency(0.06, 100 + i);
        }
        assertThat(bandwidth.limit()).isEqualTo(before);
    }

    @Test
    void theLimitStaysWithinItsRange() {
        for (long seed = 0; seed < 200; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            long bound = random.nextInt(4) == 0 ? Long.MAX_VALUE : 1 + random.nextLong(1_000_000);
            SourceBandwidth source = new SourceBandwidth(bound);
            double now = 0;
            for (int step = 0; step < 300; step++) {
                now += random.nextDouble();
                switch (random.nextInt(3)) {
                    case 0 -> source.throttled(now);
                    case 1 -> source.succeeded(1 + random.nextLong(source.limit()), now);
                    default -> source.latency(0.001 + random.nextDouble(), now);
                }
                assertThat(source.limit()).as("seed %d", seed).isBetween(1L, bound);
            }
        }
    }

    @Test
    void aBoundIsAtLeastOne() {
        assertThatThrownBy(() -> new SourceBandwidth(0)).hasMessage("bound: expected at least 1, got 0");
    }
}
