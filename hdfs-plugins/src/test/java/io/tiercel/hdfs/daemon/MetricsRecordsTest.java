package io.tiercel.hdfs.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.agent.AgentMetric;
import io.tiercel.coordinator.view.CoordinatorMetrics.Sample;
import io.tiercel.hdfs.daemon.RecordedMetrics.Recorded;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MetricsRecordsTest {
    private final RecordedMetrics metrics = new RecordedMetrics();

    @Test
    void anAgentIsOneRecordWithAllItsMetrics() {
        new AgentMetricsRecord(metric -> metric.ordinal()).addTo(metrics);
        assertThat(metrics.records).hasSize(1);
        Recorded record = metrics.records.get(0);
        assertThat(record.name).isEqualTo("TiercelAgent");
        assertThat(record.tags).isEqualTo(Map.of("context", "dfs"));
        assertThat(record.gauges)
                .containsEntry("BudgetBytes", (long) AgentMetric.BUDGET_BYTES.ordinal())
                .containsEntry("CoordinatorConnected", (long) AgentMetric.COORDINATOR_CONNECTED.ordinal());
        assertThat(record.counters)
                .containsEntry("MigratedBlocksTotal", (long) AgentMetric.MIGRATED_BLOCKS_TOTAL.ordinal())
                .containsEntry("FailedNoRoomTotal", (long) AgentMetric.FAILED_NO_ROOM_TOTAL.ordinal());
        assertThat(record.gauges.size() + record.counters.size()).isEqualTo(AgentMetric.values().length);
    }

    @Test
    void aCoordinatorHasARecordForEachCombinationOfLabels() {
        Map<String, String> first = Map.of("host", "n1");
        Map<String, String> second = Map.of("host", "n2");
        List<Sample> samples = List.of(
                new Sample("tiercel_coordinator_agents", false, "Agents.", Map.of(), 2),
                new Sample("tiercel_coordinator_pinned_bytes", false, "Pinned.", first, 10),
                new Sample("tiercel_coordinator_pinned_bytes", false, "Pinned.", second, 20),
                new Sample("tiercel_coordinator_budget_bytes", false, "Budget.", first, 30),
                new Sample("tiercel_coordinator_errors_total", true, "Errors.", Map.of(), 3));
        new CoordinatorMetricsRecords(() -> samples).addTo(metrics);
        assertThat(metrics.records).extracting(record -> record.name).containsOnly("TiercelCoordinator");
        assertThat(metrics.records)
                .extracting(record -> record.tags)
                .containsExactly(
                        Map.of("context", "dfs"),
                        Map.of("context", "dfs", "host", "n1"),
                        Map.of("context", "dfs", "host", "n2"));
        assertThat(metrics.records)
                .extracting(record -> record.gauges)
                .containsExactly(
                        Map.of("Agents", 2.0),
                        Map.of("PinnedBytes", 10.0, "BudgetBytes", 30.0),
                        Map.of("PinnedBytes", 20.0));
        assertThat(metrics.records.get(0).counters).isEqualTo(Map.of("ErrorsTotal", 3L));
    }

    @Test
    void aCoordinatorInStandbyHasNoRecord() {
        new CoordinatorMetricsRecords(List::of).addTo(metrics);
        assertThat(metrics.records).isEmpty();
    }
}
