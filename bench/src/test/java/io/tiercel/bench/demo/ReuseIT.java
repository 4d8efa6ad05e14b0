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
