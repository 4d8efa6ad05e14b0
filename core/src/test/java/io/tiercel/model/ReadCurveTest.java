package io.tiercel.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReadCurveTest {
    @Test
    void aDiskAndAnSsdArePlausible() {
        assertThat(ReadCurve.ifPlausible(150e6, 150e6, 3)).hasValue(new ReadCurve(150e6, 150e6, 3));
        assertThat(ReadCurve.ifPlausible(2e9, 7e9, 0)).isPresent();
    }

    @ParameterizedTest
    @CsvSource({
        "NaN, 1, 0",
        "1, NaN, 0",
        "1, 1, NaN",
        "-1, 1, 0",
        "0, 1, 0",
        "2, 1, 0",
        "1, 1, -1",
        "1, 1, 100",
        "1e30, 1e30, 0",
        "1, Infinity, 0",
        "1, 1, Infinity",
        "1, 65, 0"
    })
    void nonsenseIsNot(double one, double most, double loss) {
        assertThat(ReadCurve.ifPlausible(one, most, loss)).isEmpty();
        assertThatThrownBy(() -> new ReadCurve(one, most, loss)).hasMessageStartingWith("read curve: expected");
    }
}
