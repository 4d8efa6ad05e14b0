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
class LeadTimeIT {
    @TempDir
    static Path out;

    private static int exitCode;
    private static List<JsonNode> trials;

    @BeforeAll
    static void run() throws IOException {
        exitCode = new CommandLine(new DemoCommand()).execute("lead-time", "--quick", "--out", out.toString());
        JsonNode report = new ObjectMapper().readTree(out.resolve("report.json").toFile());
        trials = StreamSupport.stream(report.at("/trials").spliterator(), false).toList();
    }

    @Test
    void everyTreatmentReturnsTheSame() {
        assertThat(exitCode).isZero();
        assertThat(trials).hasSize(11);
        assertThat(trials.stream().map(trial -> trial.at("/sha256").asText()).distinct())
                .hasSize(1);
    }

    @Test
    void stockReadsEverythingFromDiskAndTheBoundNothing() {
        assertThat(served("stock", "none", "PAGE_CACHE")).isLessThan(served("stock", "none", "HDD") / 20);
        assertThat(served("memory", "none", "HDD")).isLessThan(served("memory", "none", "PAGE_CACHE") / 20);
    }

    @Test
    void whatIsHintedInTimeIsInMemoryAndReadFromThere() {
        assertThat(trial("dyrs", "enough").at("/inMemory").asDouble()).isGreaterThan(0.9);
        assertThat(served("dyrs", "enough", "PAGE_CACHE")).isGreaterThan(served("memory", "none", "PAGE_CACHE") / 2);
    }

    /** HDFS chooses replicas at random, so its busiest device may not be done by then. */
    @Test
    void hdfsDirectivesBringBlocksInAndTheJobReadsThemFromThere() {
        assertThat(trial("directives", "enough").at("/inMemory").asDouble()).isGreaterThan(0.5);
        assertThat(served("directives", "enough", "PAGE_CACHE"))
                .isGreaterThan(served("memory", "none", "PAGE_CACHE") / 2);
    }

    /** What tasks read while agents do, is read once. */
    @Test
    void aHintThatComesWithTheJobHasTheDevicesReadLittleTwice() {
        assertThat(served("dyrs", "none", "HDD")).isLessThan(served("stock", "none", "HDD") * 5 / 4);
    }

    private static long served(String treatment, String lead, String where) {
        return trial(treatment, lead).at("/servedBytes/" + where).asLong();
    }

    private static JsonNode trial(String treatment, String lead) {
        return trials.stream()
                .filter(trial -> trial.at("/treatment").asText().equals(treatment)
                        && trial.at("/lead").asText().equals(lead))
                .findFirst()
                .orElseThrow();
    }
}
