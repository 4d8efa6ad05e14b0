package io.tiercel.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The scene on a real cluster, small; it says nothing about times. */
@Tag("slow")
class PrefetchSceneIT {
    private static PlayedScene played;

    @BeforeAll
    static void run(@TempDir Path out) throws IOException {
        played = PlayedScene.quick("prefetch", out);
    }

    @Test
    void everyTreatmentReturnsTheSame() {
        assertThat(played.exitCode()).isZero();
        // Four treatments of two classes, the smaller three times, and of an application.
        assertThat(played.trials()).hasSize(4 * (3 + 1 + 1));
        assertThat(played.results()).hasSize(3);
    }

    @Test
    void withoutPrefetchingEverythingComesFromDiskAndUnderTheOracleNothing() {
        for (JsonNode trial : trials("none")) {
            assertThat(served(trial, "PAGE_CACHE")).isLessThan(input(trial) / 20);
            assertThat(served(trial, "HDD")).isGreaterThan(input(trial) * 19 / 20);
        }
        for (JsonNode trial : trials("oracle")) {
            assertThat(served(trial, "PAGE_CACHE")).isGreaterThan(input(trial) * 19 / 20);
        }
    }

    @Test
    void whatASmallJobReadsIsInMemoryBeforeItBegins() {
        assertThat(trials("cost"))
                .filteredOn(trial -> trial.at("/job").asText().equals("A"))
                .allSatisfy(trial -> {
                    assertThat(trial.at("/submission/inMemory").asLong()).isEqualTo(input(trial));
                    assertThat(served(trial, "PAGE_CACHE")).isGreaterThan(input(trial) * 19 / 20);
                });
    }

    @Test
    void everyStageThatReadsIsPlannedFor() {
        assertThat(trials("cost")).allSatisfy(trial -> {
            assertThat(trial.at("/plans")).isNotEmpty();
            assertThat(trial.at("/planningMillis")).isNotEmpty();
        });
    }

    private static List<JsonNode> trials(String treatment) {
        return played.trials().stream()
                .filter(trial -> trial.at("/treatment").asText().equals(treatment))
                .toList();
    }

    private static long input(JsonNode trial) {
        return trial.at("/inputBytes").asLong();
    }

    private static long served(JsonNode trial, String where) {
        return trial.at("/servedBytes/" + where).asLong();
    }
}
