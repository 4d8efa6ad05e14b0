package io.tiercel.cli.memory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DurationsTest {
    @Test
    void areWholeSeconds() {
        assertThat(Durations.of(3_723_999)).isEqualTo("1h2m3s");
        assertThat(Durations.of(5)).isEqualTo("0s");
    }
}
