package io.tiercel.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The scene on a real S3 server and a real cluster of one node, small. */
@Tag("slow")
class IsolationSceneIT {
    private static final double MIB = 1 << 20;

    @Test
    void anotherProgramReadsBesideAllKindsOfPrefetches(@TempDir Path out) throws IOException {
        PlayedScene played = PlayedScene.quick("shared-storage", out, "--nodes", "1", "--isolation");

        assertThat(played.exitCode()).isZero();
        assertThat(played.trials()).hasSize(8).allSatisfy(trial -> {
            assertThat(trial.at("/readRate").asDouble()).isPositive();
            assertThat(trial.at("/linkRate").asDouble())
                    .isGreaterThanOrEqualTo(trial.at("/readRate").asDouble());
            assertThat(trial.at("/peakBytes").asLong()).isBetween(1L << 20, 40L << 20);
            assertThat(trial.at("/peakRequests").asLong()).isPositive();
        });
        assertThat(others(trial(played, "alone"))).isLessThan(MIB);
        assertThat(others(trial(played, "unbounded"))).isGreaterThan(MIB);
    }

    private static double others(JsonNode trial) {
        return trial.at("/linkRate").asDouble() - trial.at("/readRate").asDouble();
    }

    private static JsonNode trial(PlayedScene played, String treatment) {
        return played.trials().stream()
                .filter(trial -> trial.at("/treatment").asText().equals(treatment)
                        && trial.at("/demand").asText().equals("steady"))
                .findFirst()
                .orElseThrow();
    }
}
