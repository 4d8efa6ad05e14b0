package io.tiercel.cli.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.ZonedDateTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimeArgumentTest {
    private static final ZonedDateTime NOON = ZonedDateTime.parse("2027-01-30T12:00:00Z");

    @ParameterizedTest
    @CsvSource({
        "90s, PT90S",
        "5m, PT5M",
        "5min, PT5M",
        "2h, PT2H",
        "1d, PT24H",
        "18:30, PT6H30M",
        "11:00, PT23H",
        "2027-01-31T12:00, PT24H",
        "2027-01-30 12:01, PT1M"
    })
    void readsTimesAndDurations(String text, Duration expected) {
        assertThat(TimeArgument.from(TimeArgument.Form.EITHER, NOON, text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "soon", "-5m", "25:00", "2027-13-01T00:00", "5 parsecs"})
    void refusesAnythingElse(String text) {
        assertThatThrownBy(() -> TimeArgument.from(TimeArgument.Form.EITHER, NOON, text))
                .hasMessageContaining("expected a time such as 18:30");
    }

    @Test
    void refusesThePast() {
        assertThatThrownBy(() -> TimeArgument.from(TimeArgument.Form.EITHER, NOON, "2027-01-30T11:59"))
                .hasMessageContaining("expected a time in the future");
        assertThatThrownBy(() -> TimeArgument.from(TimeArgument.Form.EITHER, NOON, "0s"))
                .hasMessageContaining("expected a time in the future");
    }

    @ParameterizedTest
    @ValueSource(strings = {"+999999999-01-01T00:00", "+9999-01-01T00:00", "9999-01-01T00:00", "999999999d"})
    void refusesWhatIsTooFar(String text) {
        assertThatThrownBy(() -> TimeArgument.from(TimeArgument.Form.EITHER, NOON, text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("expected a time ");
    }
}
