package io.tiercel.bench.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

final class MetricsReferenceTest {
    @Test
    void aPageIsFilledBetweenItsMarks() {
        String page = "# M\n<!-- metrics: coordinator -->\nold\n<!-- end -->\n<!-- metrics: agent -->\n<!-- end -->\n"
                + "<!-- metrics: driver -->\n<!-- end -->\n<!-- metrics: executor -->\n<!-- end -->\nlast\n";
        String filled = MetricTables.fill(page);
        assertThat(filled)
                .startsWith("# M\n<!-- metrics: coordinator -->\n| metric | type |")
                .contains("| `tiercel_coordinator_agents` | gauge | agents | | Agents that report. |\n")
                .contains("| `tiercel_coordinator_pinned_bytes` | gauge | bytes | `host`, `node` | ")
                .contains("| `tiercel_coordinator_migrated_bytes_total` | counter | bytes | | ")
                .contains("| `tiercel_agent_pinned_bytes` | `PinnedBytes` | gauge | bytes | ")
                .contains("| `tiercel_spark_tasks_ssd_total` | `tasks.ssd` | counter | tasks | ")
                .contains("| `tiercel_spark_coordinator_reached` | `coordinator.reached` | gauge | 0 or 1 | ")
                .contains("| `cache.bytes.local` | gauge | bytes | ")
                .endsWith("<!-- end -->\nlast\n")
                .doesNotContain("old");
        assertThat(MetricTables.fill(filled)).isEqualTo(filled);
        assertThat(MetricTables.names(filled))
                .contains("tiercel_coordinator_epoch", "tiercel_agent_errors_total", "tiercel_spark_rounds_total")
                .allMatch(name -> name.startsWith("tiercel_"));
        assertThatThrownBy(() -> MetricTables.fill("# M\n"))
                .hasMessage("expected a table between '<!-- metrics: coordinator -->' and '<!-- end -->'");
    }

    @Test
    void thePageSaysWhatTheCodeDeclares() throws IOException {
        Path page = Path.of(System.getProperty("tiercel.home"), "docs", "metrics.md");
        String written = Files.readString(page);
        String declared = MetricTables.fill(written);

        if (Boolean.getBoolean("tiercel.rewrite")) Files.writeString(page, declared);

        assertThat(Files.readAllLines(page))
                .as(
                        "%s; write it anew with ./mvnw -pl bench -am test -Dtest=MetricsReferenceTest"
                                + " -Dsurefire.failIfNoSpecifiedTests=false -Dtiercel.rewrite=true",
                        page)
                .isEqualTo(declared.lines().toList());
    }
}
