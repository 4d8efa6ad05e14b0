package io.tiercel.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The scene on a real S3 server and a real cluster of one node, small; it says nothing about times. */
@Tag("slow") // A minute and a half; TieredClusterIT has the caches in every build.
class SharedStorageSceneIT {
    private static PlayedScene played;
    private static String page;

    @BeforeAll
    static void run(@TempDir Path out) throws IOException {
        played = PlayedScene.quick("shared-storage", out, "--nodes", "1");
        page = Files.readString(out.resolve("report.html"));
    }

    @Test
    void everyTreatmentReturnsTheSame() {
        assertThat(played.exitCode()).isZero();
        assertThat(played.trials()).hasSize(9);
        assertThat(played.results()).hasSize(1);
        assertThat(page).contains("shared-storage").doesNotContain("{{");
    }

    @Test
    void whoReadsSharedStorageReadsItOnce() {
        for (String treatment : new String[] {"classic", "analytics", "cold", "affinity", "ingest"}) {
            assertThat(bytes(treatment)).as(treatment).isBetween(inputBytes(), inputBytes() * 102 / 100);
        }
    }

    /** An executor may end before it has kept its last page. */
    @Test
    void warmCachesSpareTheLink() {
        assertThat(bytes("warm")).isLessThan(inputBytes() / 4);
        assertThat(bytes("affinity-warm")).isLessThan(inputBytes() / 4);
        assertThat(trial("warm").at("/link/gets").asLong())
                .isLessThan(trial("cold").at("/link/gets").asLong() / 4);
    }

    @Test
    void whatIsInHdfsDoesNotPassTheLink() {
        assertThat(bytes("hdfs")).isZero();
        assertThat(trial("ingest").at("/copySeconds").asDouble()).isPositive();
    }

    private static long bytes(String treatment) {
        return trial(treatment).at("/link/bytes").asLong();
    }

    private static long inputBytes() {
        return trial("hdfs").at("/inputBytes").asLong();
    }

    private static JsonNode trial(String treatment) {
        return played.trials().stream()
                .filter(trial -> trial.at("/treatment").asText().equals(treatment))
                .findFirst()
                .orElseThrow();
    }
}
