package io.tiercel.spark.ui.html;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.spark.event.TiercelEvent;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

final class NumberFormatsTest {
    @Test
    void numbersAreShort() {
        assertThat(NumberFormats.duration(999)).isEqualTo("999 ms");
        assertThat(NumberFormats.duration(-2_340)).isEqualTo("-2.3 s");
        assertThat(NumberFormats.duration(150_000)).isEqualTo("2.5 min");
        assertThat(NumberFormats.duration(7_200_000)).isEqualTo("2.0 h");
        assertThat(NumberFormats.step(1_000)).isEqualTo("second");
        assertThat(NumberFormats.step(16_000)).isEqualTo("16 s");
        assertThat(NumberFormats.share(1, 3)).isEqualTo("33%");
        assertThat(NumberFormats.share(0, 0)).isEqualTo("\u2013");
        assertThat(NumberFormats.at(TiercelEvent.NEVER)).isEqualTo("\u2013");
        assertThat(NumberFormats.some(1, "block")).isEqualTo("1 block");
        assertThat(NumberFormats.some(10_000, "block")).isEqualTo("10,000 blocks");
        assertThat(NumberFormats.time(0, ZoneOffset.UTC)).isEqualTo("1970/01/01 00:00:00");
    }
}
