package io.tiercel.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The scene on a real cluster, small; it says nothing about times. */
@Tag("slow")
class ReuseSceneIT {
    private static PlayedScene played;

    @BeforeAll
    static void run(@TempDir Path out) throws IOException {
        played = PlayedScene.quick("re-use", out);
    }

    @Test
    void everyJobReturnsTheSame() {
        assertThat(played.exitCode()).isZero();
        assertThat(played.trials()).hasSize(12);
        assertThat(played.results()).hasSize(1);
    }

    @Test
    void theFirstJobsAreCold() {
        assertThat(played.trials().stream().filter(trial -> !trial.at("/second").asBoolean()))
                .allSatisfy(
                        trial -> assertThat(trial.at("/servedBytes/PAGE_CACHE").asLong())
                                .isLessThan(trial.at("/servedBytes/HDD").asLong() / 20));
    }

    /** Far less than on a quiet machine (98% and 50%), far more than without agents (17% and 0%). */
    @Test
    void theSecondJobsGoWhereTheFirstHaveLeftTheirInput() {
        assertThat(played.trials().stream()
                        .filter(trial -> trial.at("/second").asBoolean()
                                && !trial.at("/policy").asText().equals("stock")))
                .hasSize(4)
                .allSatisfy(trial -> assertThat(fromMemory(trial))
                        .as("%s", trial)
                        .isGreaterThan(trial.at("/fit").asText().equals("fits") ? 0.6 : 0.2));
    }

    private static double fromMemory(JsonNode trial) {
        double memory = trial.at("/servedBytes/PAGE_CACHE").asLong();
        return memory / (memory + trial.at("/servedBytes/HDD").asLong());
    }

    @Test
    void whereTheInputDoesNotFitTheSecondJobReadsFromDiskToo() {
        assertThat(played.trials().stream()
                        .filter(trial -> trial.at("/second").asBoolean()
                                && trial.at("/fit").asText().equals("too-large")))
                .hasSize(3)
                .allSatisfy(trial ->
                        assertThat(trial.at("/servedBytes/HDD").asLong()).isGreaterThan(8 << 20));
    }
}
