package io.tiercel.sim.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.sim.job.JobResult.NodeCounts;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class NodeCountsTest {
    @Test
    void countsOnlyWhatIsThere() {
        NodeCounts counts = NodeCounts.of(IntStream.of(7, 3, 7, 0, 7, 3));
        assertThat(counts.of(7)).isEqualTo(3);
        assertThat(counts.of(3)).isEqualTo(2);
        assertThat(counts.of(0)).isEqualTo(1);
        assertThat(counts.of(9)).isZero();
        assertThat(NodeCounts.of(IntStream.empty()).of(0)).isZero();
    }
}
