package io.tiercel.demo.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tiercel.demo.report.ReportClaim.Relation;
import io.tiercel.demo.report.SceneReport.ReportBuilder;
import io.tiercel.demo.run.JobTrial;
import io.tiercel.record.ReadPlace;
import io.tiercel.sim.validation.MeasuredRun;
import io.tiercel.sim.validation.MeasuredScene;
import io.tiercel.sim.validation.Testbed;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportFilesTest {
    private static final MeasuredScene MEASURED = new MeasuredScene(
            "placement",
            new Testbed(4, 2, 1, 16e6, 4e6, 3, 8 << 20, 2),
            Map.of(),
            List.of(new MeasuredRun("stock", "q1", 0, 2.5, 3, 100, 10, Map.of(ReadPlace.HDD, 3L))));

    private final SceneReport report = new ReportBuilder("placement", "twice as fast", "one job </script><b>")
            .setting("nodes", 4)
            .claims(List.of(ReportClaim.of("faster", "It is faster", 2, Relation.AT_LEAST, 1.5, "2.00×", "twice")))
            .claims(List.of(ReportClaim.of("better", "It is better", 0.3, Relation.BELOW, 0.2, "0.3", "not so")))
            .claims(List.of(ReportClaim.notMeasured("calmer", "It is calmer", Relation.ABOVE, 1, "nobody looked")))
            .table(ReportTable.of("All", "as they are", List.of("a", "b"))
                    .column("name", name -> name)
                    .build())
            .trials(List.of(new JobTrial(
                    1, 2, 3, new TaskTiers(3, 1, Map.of(), Map.of(ReadPlace.HDD, 2L), 1, 1, 0), Map.of(), 1, "a")))
            .measured(MEASURED)
            .warnings(List.of("quick"))
            .note("emulated")
            .build(Instant.EPOCH);

    @Test
    void theJsonSaysItsVersionAndWhatWasMeasured(@TempDir Path directory) throws IOException {
        JsonNode json = json(directory);

        assertThat(json.at("/format").asText()).isEqualTo("tiercel-demo-report");
        assertThat(json.at("/version").asInt()).isEqualTo(2);
        assertThat(json.at("/settings/nodes").asText()).isEqualTo("4");
        assertThat(json.at("/tables/0/rows/1/0").asText()).isEqualTo("b");
        assertThat(json.at("/trials/0/tiers/happened/HDD").asInt()).isEqualTo(2);
    }

    @Test
    void theCommandThatAsksWhyIsPrintedWhereThereAreRecords(@TempDir Path directory) throws IOException {
        assertThat(shown(directory)).doesNotContain("Ask why");
        Files.createDirectory(directory.resolve("records"));
        assertThat(shown(directory))
                .contains("Ask why: bin/tiercel replay --check " + directory + "/records/decisions-*.jsonl");
    }

    private String shown(Path directory) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ReportFiles.show(report, directory, new PrintStream(out, true, StandardCharsets.UTF_8));
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void everyClaimHasNameValueAndBound(@TempDir Path directory) throws IOException {
        JsonNode claims = json(directory).at("/claims");

        assertThat(claims).hasSize(3);
        assertThat(claims.at("/0/name").asText()).isEqualTo("faster");
        assertThat(claims.at("/0/holds").asBoolean()).isTrue();
        assertThat(claims.at("/0/measured").asDouble()).isEqualTo(2);
        assertThat(claims.at("/0/relation").asText()).isEqualTo("AT_LEAST");
        assertThat(claims.at("/0/bound").asDouble()).isEqualTo(1.5);
        assertThat(claims.at("/1/holds").asBoolean()).isFalse();
        assertThat(claims.at("/2/holds").asBoolean()).isFalse();
        assertThat(claims.at("/2/measured").isNull()).isTrue();
    }

    @Test
    void aClaimThatWasNotMeasuredIsNotCalledFalse(@TempDir Path directory) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ReportFiles.show(report, directory, new PrintStream(out, true, StandardCharsets.UTF_8));

        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains(
                        "\nSHOWN: It is faster: 2.00×. twice",
                        "NOT SHOWN: It is better: 0.3. not so",
                        "NOT RUN: It is calmer: not run. nobody looked",
                        "WARNING: quick");
    }

    /** What {@code tiercel sim validate} reads. */
    @Test
    void theMeasuredPartReadsBackAsItWas(@TempDir Path directory) throws IOException {
        assertThat(new ObjectMapper().treeToValue(json(directory).at("/measured"), MeasuredScene.class))
                .isEqualTo(MEASURED);
    }

    @Test
    void thePageHoldsEverythingItNeeds(@TempDir Path directory) throws IOException {
        String page = Files.readString(ReportFiles.write(report, directory).get(1));

        assertThat(page)
                .contains("Chart.js v4")
                .contains("one job \\u003c/script>")
                .doesNotContain("{{", "src=", "href=", "@import");
    }

    private JsonNode json(Path directory) throws IOException {
        return new ObjectMapper()
                .readTree(ReportFiles.write(report, directory).get(0).toFile());
    }
}
