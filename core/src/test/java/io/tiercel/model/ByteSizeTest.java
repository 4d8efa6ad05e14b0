package io.tiercel.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ByteSizeTest {
    @ParameterizedTest
    @CsvSource({"512, 512", "8m, 8388608", "8 MiB, 8388608", "1.5G, 1610612736", "48mb/s, 50331648"})
    void readsWhatUsersWrite(String text, long bytes) {
        assertThat(ByteSize.of(text).bytes()).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "m", "-1m", "8x", "1,5g"})
    void refusesWhatIsNoSize(String text) {
        assertThatThrownBy(() -> ByteSize.of(text))
                .hasMessage("expected a size such as 512k, 8m or 1.5g, got '" + text + "'");
    }

    @Test
    void wholeNumbersArePrintedAsTheyAreAndOthersWithThreeDigits() {
        assertThat(ByteSize.of("400m")).hasToString("400 MiB");
        assertThat(ByteSize.of("1536m")).hasToString("1.50 GiB");
        assertThat(ByteSize.of("7")).hasToString("7 B");
        assertThat(ByteSize.text(0)).isEqualTo("0 B");
        assertThat(ByteSize.text(1023)).isEqualTo("1023 B");
        assertThat(ByteSize.text(1536)).isEqualTo("1.50 KiB");
        assertThat(ByteSize.text(48L << 20)).isEqualTo("48 MiB");
        assertThat(ByteSize.text((48L << 20) + (300 << 10))).isEqualTo("48.3 MiB");
        assertThat(ByteSize.text(200L << 30)).isEqualTo("200 GiB");
    }
}
