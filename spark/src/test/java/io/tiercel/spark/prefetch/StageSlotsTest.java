package io.tiercel.spark.prefetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class StageSlotsTest {
    @Test
    void freeSlotsAreFreeNowAndBusyOnesAfterHalfATask() {
        assertThat(new StageSlots(2, 1, 0, 3).freeAt(4)).containsExactly(0.0, 0.0, 2.0);
    }

    @Test
    void whatWaitsGoesFirst() {
        // Four tasks wait for three slots: one each, and one more for a slot that is free now.
        assertThat(new StageSlots(2, 1, 4, 3).freeAt(4)).containsExactly(8.0, 4.0, 6.0);
    }

    @Test
    void thereIsOneSlotAtLeast() {
        assertThat(new StageSlots(0, 0, 0, 0).freeAt(4)).containsExactly(0.0);
        assertThat(new StageSlots(0, 0, 0, 0).perNode()).isEqualTo(1);
        assertThat(new StageSlots(3, 3, 0, 3).perNode()).isEqualTo(2);
        assertThatThrownBy(() -> new StageSlots(0, -1, 0, 0)).hasMessageContaining("expected numbers of at least 0");
    }
}
