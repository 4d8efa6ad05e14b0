package io.tiercel.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The demo on a real cluster, small; it says nothing about times. */
class PlacementSceneIT {
    @TempDir
    static Path out;

    private static int exitCode;
    private static JsonNode report;

    @BeforeAll
    static void run() throws IOException {
        exitCode = new CommandLine(new DemoCommand())
                .execute(
                        "--quick",
                        "--nodes",
                        "2",
                        "--size",
                        "24m",
                        "--block-size",
                        "1m",
                        "--policies",
                        "stock,trident",
                        "--jobs",
                        "q12,revenue",
                        "--out",
                        out.toString());
        report = new ObjectMapper().readTree(out.resolve("report.json").toFile());
    }

    @Test
    void everyJobReturnsTheSameUnderEveryPolicy() {
        assertThat(exitCode).isZero();
        assertThat(report.at("/claims/2/name").asText()).isEqualTo("same-results");
        assertThat(report.at("/claims/2/holds").asBoolean()).isTrue();
        assertThat(trials()).hasSize(4).allMatch(trial -> trial.at("/rows").asInt() > 0);
    }

    @Test
    void everyStageWithInputIsAccountedFor() {
        assertThat(trials()).allSatisfy(trial -> {
            assertThat(trial.at("/tiers/tasks").asInt()).isGreaterThan(3);
            assertThat(trial.at("/tiers/possible/SSD").asInt())
                    .isEqualTo(trial.at("/tiers/tasks").asInt());
        });
    }

    @Test
    void tridentReadsFromTheFastestTierAtLeastAsOftenAsStock() {
        assertThat(bestShare("trident")).isGreaterThanOrEqualTo(bestShare("stock"));
    }

    @Test
    void everyRunWasCold() {
        assertThat(trials()).allSatisfy(trial -> {
            long cached = trial.at("/servedBytes/PAGE_CACHE").asLong();
            long fromDevices = trial.at("/servedBytes/SSD").asLong()
                    + trial.at("/servedBytes/HDD").asLong();
            assertThat(cached).isLessThan(fromDevices / 20);
        });
    }

    @Test
    void thePageIsWrittenAndTheClusterIsGone() {
        assertThat(out.resolve("report.html")).exists();
        assertThat(Files.exists(out.resolve("cluster"))).isFalse();
    }

    private static double bestShare(String policy) {
        List<JsonNode> some = trials().stream()
                .filter(trial -> trial.at("/policy").asText().equals(policy))
                .toList();
        assertThat(some).isNotEmpty();
        return some.stream()
                        .mapToDouble(trial -> trial.at("/tiers/bestHits").asDouble())
                        .sum()
                / some.stream()
                        .mapToDouble(trial -> trial.at("/tiers/tasks").asDouble())
                        .sum();
    }

    private static List<JsonNode> trials() {
        return StreamSupport.stream(report.at("/trials").spliterator(), false).toList();
    }
}
