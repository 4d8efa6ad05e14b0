package io.tiercel.hdfs.locate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CircuitBreakerTest {
    private static final long SECOND = 1_000_000_000L;
    private final CircuitBreaker circuit = new CircuitBreaker();

    @Test
    void letsEverybodyThroughWhileAllIsWell() {
        assertThat(circuit.enter(0)).isZero();
        assertThat(circuit.enter(0)).isZero();
        assertThat(circuit.answered()).isFalse();
    }

    @Test
    void pausesLongerWithEachFailureThatFollows() {
        assertThat(circuit.failed(0)).as("the first").isTrue();
        assertThat(circuit.enter(0)).isEqualTo(SECOND);
        assertThat(circuit.enter(SECOND)).isZero();
        assertThat(circuit.failed(SECOND)).isFalse();
        assertThat(circuit.pause(SECOND)).isEqualTo(2 * SECOND);
        long now = SECOND;
        for (int i = 0; i < 70; i++) {
            now += circuit.pause(now);
            assertThat(circuit.enter(now)).isZero();
            circuit.failed(now);
        }
        assertThat(circuit.pause(now)).isEqualTo(60 * SECOND);
    }

    @Test
    void callsUnderWayDoNotCountAsFurtherFailures() {
        circuit.failed(0);
        circuit.failed(1);
        circuit.failed(2);
        assertThat(circuit.pause(0)).isEqualTo(SECOND);
    }

    @Test
    void oneTriesForAll() {
        circuit.failed(0);
        assertThat(circuit.enter(SECOND)).isZero();
        assertThat(circuit.enter(SECOND)).isPositive();
        assertThat(circuit.answered()).isTrue();
        assertThat(circuit.enter(SECOND)).isZero();
    }
}
