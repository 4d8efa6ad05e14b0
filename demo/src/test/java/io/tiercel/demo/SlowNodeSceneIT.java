package io.tiercel.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The scene on real clusters, small; it says nothing about times. */
class SlowNodeSceneIT {
    private static final long DATA = 24L << 20;

    @Test
    void everyBinderBringsEverythingIn(@TempDir Path out) throws IOException {
        int exitCode = new CommandLine(new DemoCommand())
                .execute("slow-node", "--quick", "--nodes", "2", "--hdd", "32m", "--out", out.toString());

        assertThat(exitCode).isZero();
        JsonNode report = new ObjectMapper().readTree(out.resolve("report.json").toFile());
        List<JsonNode> trials =
                StreamSupport.stream(report.at("/trials").spliterator(), false).toList();
        for (String binder : List.of("dyrs", "naive", "ignem")) {
            assertThat(trials.stream()
                            .filter(trial -> trial.at("/binder").asText().equals(binder))
                            .map(trial -> trial.at("/interference").asText()))
                    .contains("none", "always");
        }
        assertThat(trials).allSatisfy(trial -> {
            assertThat(trial.at("/seconds").asDouble())
                    .isGreaterThan(trial.at("/idealSeconds").asDouble() * 0.9);
            long sum = 0;
            for (JsonNode bytes : trial.at("/bytesByNode")) {
                sum += bytes.asLong();
            }
            assertThat(sum).isEqualTo(DATA);
        });
        assertThat(Files.readString(out.resolve("report.html")))
                .contains("slow-node")
                .doesNotContain("{{");
        assertThat(out.toFile().list()).containsExactlyInAnyOrder(".lock", "report.json", "report.html");
    }
}
