package io.tiercel.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/**
 * The scenes that take minutes, each once, on two nodes with fast devices: they end well, every treatment returns the same, and a report is written.
 * The scenes' own tests check their claims. In every build placement and slow-node are played, and the suites of engines have such jobs.
 */
@Tag("slow")
final class ScenesIT {
    @ParameterizedTest
    @ValueSource(strings = {"lead-time", "contention", "re-use", "prefetch"})
    void playsAndReports(String scene, @TempDir Path out) throws IOException {
        int exitCode = new CommandLine(new DemoCommand())
                .execute(scene, "--quick", "--nodes", "2", "--hdd", "32m", "--ssd", "32m", "--out", out.toString());

        assertThat(exitCode).isZero();
        JsonNode report = new ObjectMapper().readTree(out.resolve("report.json").toFile());
        assertThat(report.at("/trials")).isNotEmpty();
        assertThat(report.at("/claims")).isNotEmpty();
        assertThat(out.resolve("report.html")).content().contains(scene).doesNotContain("{{");
    }

    /** Stock MapReduce jobs, and the same under Tiercel with prefetching, on a real ResourceManager. */
    @Test
    void playsHadoop(@TempDir Path out) throws IOException {
        String[] arguments = {
            "hadoop",
            "--quick",
            "--nodes",
            "2",
            "--hdd",
            "32m",
            "--ssd",
            "32m",
            "--treatments",
            "stock-prefetch,tiercel-prefetch",
            "--out",
        };
        int exitCode = new CommandLine(new DemoCommand())
                .execute(Stream.concat(Stream.of(arguments), Stream.of(out.toString()))
                        .toArray(String[]::new));

        assertThat(exitCode).isZero();
        JsonNode report = new ObjectMapper().readTree(out.resolve("report.json").toFile());
        JsonNode trials = report.at("/trials");
        assertThat(trials).hasSize(9).allSatisfy(trial -> {
            assertThat(trial.at("/seconds").asDouble()).isPositive();
            boolean stock = trial.at("/treatment").asText().startsWith("stock");
            boolean counted = trial.at("/counted/known").asBoolean();
            assertThat(counted && stock).isFalse();
            if (!counted && !stock) {
                // On a busy machine a round may take too long, and the only round of a small job is Hadoop's then.
                assertThat(report.at("/warnings").toString())
                        .contains("job " + trial.at("/job").asText());
            }
        });
        // Tiercel's master has counted maps, so it was in force.
        assertThat(trials).anyMatch(trial -> trial.at("/counted/known").asBoolean());
        assertThat(out.resolve("records")).isDirectoryContaining("glob:**/decisions-appattempt_*.jsonl");
    }
}
