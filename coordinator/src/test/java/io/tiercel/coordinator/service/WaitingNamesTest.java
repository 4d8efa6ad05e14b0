package io.tiercel.coordinator.service;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WaitingNamesTest {
    private final WaitingNames waiting = new WaitingNames(100);

    @Test
    void nobodyTakesMoreThanHalf() {
        Runnable end = waiting.begin("alice", 50).orElseThrow();
        assertThat(waiting.begin("alice", 1)).isEmpty();
        assertThat(waiting.begin("bob", 40)).isPresent();

        end.run();

        assertThat(waiting.begin("alice", 50)).isPresent();
    }

    @Test
    void allTogetherTakeNoMoreThanThereIs() {
        waiting.begin("alice", 50).orElseThrow();
        waiting.begin("bob", 40).orElseThrow();

        assertThat(waiting.begin("carol", 11)).isEmpty();
        assertThat(waiting.begin("carol", 10)).isPresent();
    }
}
