package io.tiercel.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tiercel.cli.sim.SimCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The scene on a real cluster, small; it says nothing about times. */
@Tag("slow")
class LeadTimeSceneIT {
    private static PlayedScene played;
    private static Path report;

    @BeforeAll
    static void run(@TempDir Path out) throws IOException {
        played = PlayedScene.quick("lead-time", out);
        report = out.resolve("report.json");
    }

    /** All its treatments but HDFS' directives; how near they come is nothing for jobs of less than a second. */
    @Test
    void itsReportCanBeSetBesideASimulation() {
        StringWriter out = new StringWriter();
        int exitCode = new CommandLine(new SimCommand())
                .setOut(new PrintWriter(out, true))
                .execute("validate", report.toString());

        assertThat(exitCode).isZero();
        assertThat(out.toString().lines().filter(line -> line.startsWith("lead-time ")))
                .hasSize(6);
    }

    @Test
    void everyTreatmentReturnsTheSame() {
        assertThat(played.exitCode()).isZero();
        assertThat(played.trials()).hasSize(11);
        assertThat(played.results()).hasSize(1);
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

    /** What tasks read while agents do, is mostly read once. Twice as much would be all of it, read by both; a busy machine is a third above. */
    @Test
    void aHintThatComesWithTheJobHasTheDevicesReadLittleTwice() {
        assertThat(served("dyrs", "none", "HDD")).isLessThan(served("stock", "none", "HDD") * 3 / 2);
    }

    private static long served(String treatment, String lead, String where) {
        return trial(treatment, lead).at("/servedBytes/" + where).asLong();
    }

    private static JsonNode trial(String treatment, String lead) {
        return played.trials().stream()
                .filter(trial -> trial.at("/treatment").asText().equals(treatment)
                        && trial.at("/lead").asText().equals(lead))
                .findFirst()
                .orElseThrow();
    }
}
