package io.tiercel.linux;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PagesTest {
    private static final int PAGE = Pages.SIZE;

    @Test
    void countsThePagesThatARangeTouches() {
        assertThat(Pages.touchedBy(0, 1)).isEqualTo(1);
        assertThat(Pages.touchedBy(0, PAGE)).isEqualTo(1);
        assertThat(Pages.touchedBy(PAGE - 1, 2)).isEqualTo(2);
        assertThat(Pages.touchedBy(5L << 40, PAGE + 1)).isEqualTo(2);
    }
}
