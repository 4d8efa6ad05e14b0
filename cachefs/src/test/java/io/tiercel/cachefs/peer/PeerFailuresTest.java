package io.tiercel.cachefs.peer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class PeerFailuresTest {
    private static final Peer ONE = new Peer("one", 1);
    private static final Peer OTHER = new Peer("other", 1);

    private final PeerFailures failures = new PeerFailures();

    @Test
    void restsDoubleUpToAMinute() {
        long now = 0;
        long rest = PeerFailures.FIRST_REST;
        for (int i = 0; i < 10; i++) {
            failures.succeeded(OTHER);
            failures.failed(ONE, now);
            assertThat(failures.mayTry(ONE, now + rest)).as("failure %s", i).isFalse();
            assertThat(failures.mayTry(OTHER, now)).isTrue();
            now += rest + 1;
            assertThat(failures.mayTry(ONE, now)).as("failure %s", i).isTrue();
            rest = Math.min(PeerFailures.LONGEST_REST, 2 * rest);
        }
        failures.succeeded(ONE);
        failures.failed(ONE, now);
        assertThat(failures.mayTry(ONE, now + PeerFailures.FIRST_REST + 1)).isTrue();
    }

    @Test
    void afterThreeFailuresInARowAllRest() {
        failures.failed(new Peer("a", 1), 0);
        failures.failed(new Peer("b", 1), 0);
        assertThat(failures.mayTry(ONE, 0)).isTrue();
        failures.failed(new Peer("c", 1), 0);
        assertThat(failures.mayTry(ONE, PeerFailures.REST_OF_ALL)).isFalse();
        assertThat(failures.mayTry(ONE, PeerFailures.REST_OF_ALL + 1)).isTrue();
    }
}
