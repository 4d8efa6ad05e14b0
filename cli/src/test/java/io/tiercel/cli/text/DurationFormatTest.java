package io.tiercel.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DurationFormatTest {
    @Test
    void areWholeSeconds() {
        assertThat(DurationFormat.of(3_723_999)).isEqualTo("1h2m3s");
        assertThat(DurationFormat.of(5)).isEqualTo("0s");
    }
}
