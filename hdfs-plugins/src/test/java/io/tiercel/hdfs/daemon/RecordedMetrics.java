package io.tiercel.hdfs.daemon;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.metrics2.AbstractMetric;
import org.apache.hadoop.metrics2.MetricsCollector;
import org.apache.hadoop.metrics2.MetricsInfo;
import org.apache.hadoop.metrics2.MetricsRecordBuilder;
import org.apache.hadoop.metrics2.MetricsTag;

/** Keeps the records that a source adds. */
final class RecordedMetrics implements MetricsCollector {
    final List<Recorded> records = new ArrayList<>();

    @Override
    public MetricsRecordBuilder addRecord(String name) {
        Recorded record = new Recorded(this, name);
        records.add(record);
        return record;
    }

    @Override
    public MetricsRecordBuilder addRecord(MetricsInfo info) {
        return addRecord(info.name());
    }

    /** One record: its tags and metrics by name. */
    static final class Recorded extends MetricsRecordBuilder {
        private final MetricsCollector parent;
        final String name;
        final Map<String, String> tags = new TreeMap<>();
        final Map<String, Number> counters = new TreeMap<>();
        final Map<String, Number> gauges = new TreeMap<>();

        Recorded(MetricsCollector parent, String name) {
            this.parent = parent;
            this.name = name;
        }

        @Override
        public MetricsCollector parent() {
            return parent;
        }

        @Override
        public MetricsRecordBuilder tag(MetricsInfo info, String value) {
            tags.put(info.name(), value);
            return this;
        }

        @Override
        public MetricsRecordBuilder add(MetricsTag tag) {
            throw new UnsupportedOperationException();
        }

        @Override
        public MetricsRecordBuilder add(AbstractMetric metric) {
            throw new UnsupportedOperationException();
        }

        @Override
        public MetricsRecordBuilder setContext(String value) {
            tags.put("context", value);
            return this;
        }

        @Override
        public MetricsRecordBuilder addCounter(MetricsInfo info, int value) {
            counters.put(info.name(), value);
            return this;
        }

        @Override
        public MetricsRecordBuilder addCounter(MetricsInfo info, long value) {
            counters.put(info.name(), value);
            return this;
        }

        @Override
        public MetricsRecordBuilder addGauge(MetricsInfo info, int value) {
            gauges.put(info.name(), value);
            return this;
        }

        @Override
        public MetricsRecordBuilder addGauge(MetricsInfo info, long value) {
            gauges.put(info.name(), value);
            return this;
        }

        @Override
        public MetricsRecordBuilder addGauge(MetricsInfo info, float value) {
            gauges.put(info.name(), value);
            return this;
        }

        @Override
        public MetricsRecordBuilder addGauge(MetricsInfo info, double value) {
            gauges.put(info.name(), value);
            return this;
        }
    }
}
