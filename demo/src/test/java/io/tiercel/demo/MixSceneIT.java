package io.tiercel.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two jobs side by side on a real S3 server and a real cluster of one node, small; it says nothing about times. */
@Tag("slow")
class MixSceneIT {
    @Test
    void theHalfThatCachesHoldIsNotReadAgain(@TempDir Path out) throws IOException {
        PlayedScene played = PlayedScene.quick("shared-storage", out, "--nodes", "1", "--mixes", "2");

        assertThat(played.exitCode()).isZero();
        assertThat(played.trials()).hasSize(5).allSatisfy(trial -> {
            assertThat(trial.at("/first").asDouble()).isPositive();
            assertThat(trial.at("/second").asDouble()).isPositive();
        });
        assertThat(played.results()).hasSize(1);
        long all = bytes(played, "classic");
        assertThat(bytes(played, "hdfs")).isZero();
        assertThat(bytes(played, "caches")).isBetween(all / 4, all * 3 / 4);
        assertThat(bytes(played, "prefetch")).isBetween(all / 4, all * 3 / 4);
    }

    private static long bytes(PlayedScene played, String treatment) {
        return played.trials().stream()
                .filter(trial -> trial.at("/treatment").asText().equals(treatment))
                .findFirst()
                .orElseThrow()
                .at("/link/bytes")
                .asLong();
    }
}
