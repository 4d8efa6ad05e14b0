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
            failures.failed(ONE, now, now);
            assertThat(failures.mayTry(ONE, now + rest)).as("failure %s", i).isFalse();
            assertThat(failures.mayTry(OTHER, now)).isTrue();
            now += rest + 1;
            assertThat(failures.mayTry(ONE, now)).as("failure %s", i).isTrue();
            rest = Math.min(PeerFailures.LONGEST_REST, 2 * rest);
        }
        failures.succeeded(ONE);
        failures.failed(ONE, now, now);
        assertThat(failures.mayTry(ONE, now + PeerFailures.FIRST_REST + 1)).isTrue();
    }

    @Test
    void whenThreePeersHaveFailedInARowAllRest() {
        failures.failed(new Peer("a", 1), 0, 0);
        failures.failed(new Peer("b", 1), 0, 0);
        assertThat(failures.mayTry(ONE, 0)).isTrue();
        failures.failed(new Peer("c", 1), 0, 0);
        assertThat(failures.mayTry(ONE, PeerFailures.REST_OF_ALL)).isFalse();
        assertThat(failures.mayTry(ONE, PeerFailures.REST_OF_ALL + 1)).isTrue();
    }

    @Test
    void readsThatRanTogetherAreOneFailure() {
        for (int read = 0; read < 8; read++) {
            failures.failed(ONE, 0, 10 + read);
        }
        assertThat(failures.mayTry(OTHER, 20)).isTrue();
        assertThat(failures.mayTry(ONE, 10 + PeerFailures.FIRST_REST)).isFalse();
        assertThat(failures.mayTry(ONE, 11 + PeerFailures.FIRST_REST)).isTrue();
    }

    @Test
    void aBusyPeerRestsAndHasNotFailed() {
        for (Peer peer : new Peer[] {ONE, OTHER, new Peer("third", 1)}) {
            failures.isBusy(peer, 0);
            failures.isBusy(peer, 1);
            assertThat(failures.mayTry(peer, 2)).isFalse();
        }
        assertThat(failures.mayTry(new Peer("fourth", 1), 2)).isTrue();
        assertThat(failures.mayTry(ONE, PeerFailures.FIRST_REST)).isTrue();
        failures.isBusy(ONE, PeerFailures.FIRST_REST);
        assertThat(failures.mayTry(ONE, PeerFailures.FIRST_REST + 1))
                .as("busy again")
                .isFalse();
        long later = 2 * PeerFailures.FIRST_REST;
        failures.failed(ONE, later, later);
        assertThat(failures.mayTry(ONE, later + PeerFailures.FIRST_REST)).isFalse();
        assertThat(failures.mayTry(ONE, later + PeerFailures.FIRST_REST + 1)).isTrue();
    }
}
