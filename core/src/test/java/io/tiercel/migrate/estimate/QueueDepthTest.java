package io.tiercel.migrate.estimate;

import static io.tiercel.migrate.ledger.Samples.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class QueueDepthTest {
    @Test
    void isTheIntervalByTheTimeOfABlockRoundedUp() {
        assertThat(QueueDepth.beside(SECOND, SECOND / 4.0)).isEqualTo(4);
        assertThat(QueueDepth.beside(SECOND, 0.3 * SECOND)).isEqualTo(4);
        assertThat(QueueDepth.beside(SECOND, SECOND)).isEqualTo(1);
    }

    @Test
    void isOneForBlocksThatOutlastTheInterval() {
        assertThat(QueueDepth.beside(SECOND, 20.0 * SECOND)).isEqualTo(1);
    }

    @Test
    void aBlockTakesTime() {
        assertThatThrownBy(() -> QueueDepth.beside(SECOND, 0)).hasMessage("blockTime: expected above 0, got 0.0");
    }
}
