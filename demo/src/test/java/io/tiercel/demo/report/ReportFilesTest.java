package io.tiercel.demo.report;

import static io.tiercel.demo.placement.PlacementTrials.trial;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tiercel.demo.placement.DemoReport;
import io.tiercel.demo.placement.PolicyComparison;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportFilesTest {
    private final PolicyComparison comparison =
            new PolicyComparison(List.of(trial(1, "stock", "q1", 2, "a"), trial(1, "trident", "q1", 1, "a")));
    private final DemoReport report = new DemoReport(
            "one job </script><b>",
            "2026-01-01T00:00:00Z",
            1.5,
            Map.of("nodes", "4"),
            Map.of("Spark", "4.2.0"),
            true,
            List.of(),
            comparison.overall(),
            List.of(new DemoReport.JobComparison("q1", "TPC-H Q1", comparison.byPolicy("q1"))),
            comparison.trials(),
            List.of("emulated"));

    @Test
    void theJsonSaysWhatWasMeasured(@TempDir Path directory) throws IOException {
        JsonNode json = new ObjectMapper()
                .readTree(ReportFiles.write(report, directory).get(0).toFile());

        assertThat(json.at("/identical").asBoolean()).isTrue();
        assertThat(json.at("/overall/1/policy").asText()).isEqualTo("trident");
        assertThat(json.at("/overall/1/speedup/median").asDouble()).isEqualTo(2);
        assertThat(json.at("/overall/0/tiers/happened/HDD").asInt()).isEqualTo(2);
        assertThat(json.at("/jobs/0/policies/1/seconds/median").asDouble()).isEqualTo(1);
        assertThat(json.at("/trials")).hasSize(2);
    }

    @Test
    void thePageHoldsEverythingItNeeds(@TempDir Path directory) throws IOException {
        String page = Files.readString(ReportFiles.write(report, directory).get(1));

        assertThat(page)
                .contains("Chart.js v4")
                .contains("one job \\u003c/script>")
                .doesNotContain("{{", "src=", "href=", "@import");
    }
}
