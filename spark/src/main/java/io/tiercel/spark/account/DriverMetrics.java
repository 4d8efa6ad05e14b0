package io.tiercel.spark.account;

import com.codahale.metrics.Counter;
import com.codahale.metrics.Gauge;
import com.codahale.metrics.Metric;
import com.codahale.metrics.MetricSet;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The metrics of an application's driver. Thread-safe. */
public final class DriverMetrics implements MetricSet {
    private final Map<DriverMetric, Counter> counters = new EnumMap<>(DriverMetric.class);
    private volatile @Nullable BooleanSupplier reached;

    public DriverMetrics() {
        for (DriverMetric metric : DriverMetric.values()) {
            if (metric.isCounter()) {
                counters.put(metric, new Counter());
            }
        }
    }

    /** Says that there is a coordinator. Call before the metrics are registered. @param answers whether it does now */
    public void coordinator(BooleanSupplier answers) {
        reached = answers;
    }

    public void count(DriverMetric metric) {
        count(metric, 1);
    }

    /** @param metric a counter */
    public void count(DriverMetric metric, long more) {
        counters.get(metric).inc(more);
    }

    /** A round of a stage is over. @param left why it was left to Spark; null if it was not */
    public void round(long nanos, @Nullable DriverMetric left) {
        count(DriverMetric.ROUNDS);
        count(DriverMetric.ROUNDS_MICROS, TimeUnit.NANOSECONDS.toMicros(nanos));
        if (left != null) {
            count(left);
        }
    }

    /** The metrics by their names in Spark. */
    @Override
    public Map<String, Metric> getMetrics() {
        Map<String, Metric> metrics = new HashMap<>();
        counters.forEach((metric, counter) -> metrics.put(metric.metric(), counter));
        BooleanSupplier answers = reached;
        if (answers != null) {
            Gauge<Integer> gauge = () -> answers.getAsBoolean() ? 1 : 0;
            metrics.put(DriverMetric.COORDINATOR_REACHED.metric(), gauge);
        }
        return metrics;
    }
}
