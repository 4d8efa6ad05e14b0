package io.tiercel.spark.ui;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.spark.event.TiercelEvent;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

final class TextsTest {
    @Test
    void numbersAreShort() {
        assertThat(Texts.duration(999)).isEqualTo("999 ms");
        assertThat(Texts.duration(-2_340)).isEqualTo("-2.3 s");
        assertThat(Texts.duration(150_000)).isEqualTo("2.5 min");
        assertThat(Texts.duration(7_200_000)).isEqualTo("2.0 h");
        assertThat(Texts.step(1_000)).isEqualTo("second");
        assertThat(Texts.step(16_000)).isEqualTo("16 s");
        assertThat(Texts.bytes(1_023)).isEqualTo("1023 B");
        assertThat(Texts.bytes(3L << 29)).isEqualTo("1.5 GiB");
        assertThat(Texts.share(1, 3)).isEqualTo("33%");
        assertThat(Texts.share(0, 0)).isEqualTo("\u2013");
        assertThat(Texts.at(TiercelEvent.NEVER)).isEqualTo("\u2013");
        assertThat(Texts.some(1, "block")).isEqualTo("1 block");
        assertThat(Texts.some(10_000, "block")).isEqualTo("10,000 blocks");
        assertThat(Texts.time(0, ZoneOffset.UTC)).isEqualTo("1970/01/01 00:00:00");
    }
}
