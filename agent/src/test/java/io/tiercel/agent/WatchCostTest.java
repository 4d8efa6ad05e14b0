package io.tiercel.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** That the measurement still runs; its figures are those of the larger one in docs/benchmarks.md. */
@Tag("slow")
class WatchCostTest {
    @Test
    void measuresAFewFiles() throws IOException, InterruptedException {
        WatchCost.Result result = new WatchCost(4, 8_192, Duration.ofMillis(200)).run();
        assertThat(result.share()).isNotNegative();
        assertThat(result.processShare()).isNotNegative();
        assertThat(result.bytesPerSecond()).isNotNegative();
        assertThat(result.residentBytes()).isEqualTo(4 * 8_192);
        assertThat(result.latencies()).hasSize(4);
    }
}
