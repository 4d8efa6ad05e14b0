package io.tiercel.hdfs.daemon;

import io.tiercel.agent.AgentMetric;
import io.tiercel.hdfs.daemon.DaemonMetrics.Described;
import java.util.function.ToLongFunction;
import org.apache.hadoop.metrics2.MetricsCollector;
import org.apache.hadoop.metrics2.MetricsRecordBuilder;

/** An agent's metrics as one record of its DataNode's metrics. */
record AgentMetricsRecord(ToLongFunction<AgentMetric> values) {
    /** Hadoop derives the names for Prometheus from it. */
    static final String NAME = "TiercelAgent";

    void addTo(MetricsCollector collector) {
        MetricsRecordBuilder record = collector.addRecord(NAME).setContext(DaemonMetrics.CONTEXT);
        for (AgentMetric metric : AgentMetric.values()) {
            Described described = new Described(metric.attribute(), metric.help());
            long value = values.applyAsLong(metric);
            if (metric.isCounter()) {
                record.addCounter(described, value);
            } else {
                record.addGauge(described, value);
            }
        }
    }
}
