package io.tiercel.hdfs.daemon;

import io.tiercel.coordinator.view.CoordinatorMetrics;
import io.tiercel.coordinator.view.CoordinatorMetrics.Sample;
import io.tiercel.hdfs.daemon.DaemonMetrics.Described;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.hadoop.metrics2.MetricsCollector;
import org.apache.hadoop.metrics2.MetricsRecordBuilder;

/**
 * A coordinator's metrics as records of its NameNode's metrics: one for each combination of labels. So they are there with Kerberos
 * too, guarded as HDFS' own.
 */
record CoordinatorMetricsRecords(Supplier<List<Sample>> samples) {
    /** Hadoop derives the names for Prometheus from it: the same as those of the coordinator's own page. */
    static final String NAME = "TiercelCoordinator";

    void addTo(MetricsCollector collector) {
        Map<Map<String, String>, MetricsRecordBuilder> records = new LinkedHashMap<>();
        for (Sample sample : samples.get()) {
            MetricsRecordBuilder record = records.computeIfAbsent(sample.labels(), labels -> begin(collector, labels));
            Described described = new Described(attribute(sample.name()), sample.help());
            if (sample.isCounter()) {
                record.addCounter(described, (long) sample.value());
            } else {
                record.addGauge(described, sample.value());
            }
        }
    }

    private static MetricsRecordBuilder begin(MetricsCollector collector, Map<String, String> labels) {
        MetricsRecordBuilder record = collector.addRecord(NAME).setContext(DaemonMetrics.CONTEXT);
        labels.forEach((name, value) -> record.tag(new Described(name, name), value));
        return record;
    }

    /** {@code PinnedBytes} for {@code tiercel_coordinator_pinned_bytes}. */
    static String attribute(String metric) {
        return Arrays.stream(
                        metric.substring(CoordinatorMetrics.PREFIX.length()).split("_"))
                .map(word -> word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1))
                .collect(Collectors.joining());
    }
}
