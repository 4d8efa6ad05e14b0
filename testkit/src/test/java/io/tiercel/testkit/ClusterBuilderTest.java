package io.tiercel.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tiercel.testkit.process.ClusterException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class ClusterBuilderTest {
    @Test
    void spreadsNodesOverRacksInRunsOfNeighbours() {
        ClusterBuilder spec = TieredCluster.builder().nodes(5).racks(2).checked();
        assertThat(spec.hosts()).containsExactly("127.0.0.2", "127.0.0.3", "127.0.0.4", "127.0.0.5", "127.0.0.6");
        assertThat(spec.hosts().stream().map(host -> spec.rack(spec.hosts().indexOf(host))))
                .containsExactly("/rack-1", "/rack-1", "/rack-1", "/rack-2", "/rack-2");
    }

    @Test
    void saysWhatIsWrong() {
        refuses(() -> TieredCluster.builder().nodes(0), "nodes must be between 1 and 200, not 0");
        refuses(
                () -> TieredCluster.builder().nodes(2).racks(3).checked(),
                "there must be at least one node per rack: 3 racks, 2 nodes");
        refuses(
                () -> TieredCluster.builder().blockSize(5_000),
                "block size must be a multiple of 512 and at least 4096 bytes, not 5000");
        refuses(
                () -> TieredCluster.builder().hddBytesPerSecond(-1),
                "bandwidth of HDD must be 0 (no limit) or more bytes/s, not -1");
    }

    private static void refuses(ThrowingCallable call, String message) {
        assertThatExceptionOfType(ClusterException.class).isThrownBy(call).withMessage(message);
    }
}
