package io.tiercel.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The scene on a real cluster, small; it says nothing about times. That applications run at all shows that the printed lines can be added. */
@Tag("slow")
class AdviceSceneIT {
    private static PlayedScene played;

    @BeforeAll
    static void run(@TempDir Path out) throws IOException {
        played = PlayedScene.quick("advice", out);
    }

    @Test
    void everyMeansIsPrintedAndChangesNoResult() {
        assertThat(played.exitCode()).isZero();
        assertThat(played.results()).hasSize(3);
        assertThat(played.trials())
                .extracting(trial -> trial.at("/treatment").asText())
                .contains("stock", "placement", "memory", "prefetch", "cache");
    }

    @Test
    void whatThePrintedCommandBringsInIsReadFromMemory() {
        assertThat(served("revenue", "memory", "PAGE_CACHE")).isGreaterThan(3 * served("revenue", "memory", "HDD"));
        assertThat(served("revenue", "stock", "HDD")).isGreaterThan(served("revenue", "stock", "PAGE_CACHE"));
    }

    @Test
    void whatTheFirstRunKeepsIsNotReadFromS3Again() {
        assertThat(served("s3-search", "cache", "LINK")).isLessThan(served("s3-search", "stock", "LINK") / 10);
    }

    private static long served(String application, String treatment, String where) {
        JsonNode found = played.trials().stream()
                .filter(trial -> trial.at("/application").asText().equals(application)
                        && trial.at("/treatment").asText().equals(treatment))
                .findFirst()
                .orElseThrow();
        return found.at("/servedBytes/" + where).asLong();
    }
}
