package io.tiercel.bench.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The scene on a real cluster, small; it says nothing about times. */
class ReuseIT {
    @TempDir
    static Path out;

    private static int exitCode;
    private static List<JsonNode> trials;

    @BeforeAll
    static void run() throws IOException {
        exitCode = new CommandLine(new DemoCommand()).execute("re-use", "--quick", "--out", out.toString());
        JsonNode report = new ObjectMapper().readTree(out.resolve("report.json").toFile());
        trials = StreamSupport.stream(report.at("/trials").spliterator(), false).toList();
    }

    @Test
    void everyJobReturnsTheSame() {
        assertThat(exitCode).isZero();
        assertThat(trials).hasSize(12);
        assertThat(trials.stream().map(trial -> trial.at("/sha256").asText()).distinct())
                .hasSize(1);
    }

    @Test
    void theFirstJobsAreCold() {
        assertThat(trials.stream().filter(trial -> !trial.at("/second").asBoolean()))
                .allSatisfy(
                        trial -> assertThat(trial.at("/servedBytes/PAGE_CACHE").asLong())
                                .isLessThan(trial.at("/servedBytes/HDD").asLong() / 20));
    }

    /** Far less than on a quiet machine (98% and 50%), far more than without agents (17% and 0%). */
    @Test
    void theSecondJobsGoWhereTheFirstHaveLeftTheirInput() {
        assertThat(trials.stream()
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
        assertThat(trials.stream()
                        .filter(trial -> trial.at("/second").asBoolean()
                                && trial.at("/fit").asText().equals("too-large")))
                .hasSize(3)
                .allSatisfy(trial ->
                        assertThat(trial.at("/servedBytes/HDD").asLong()).isGreaterThan(8 << 20));
    }
}
