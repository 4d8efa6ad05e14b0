package io.tiercel.spark.account;

import java.util.Locale;

/** Names of metrics, from the names of their constants. */
final class MetricName {
    private MetricName() {}

    /** {@code tasks.ssd} of {@code TASKS_SSD}. */
    static String inSpark(Enum<?> metric) {
        return lowerCase(metric).replace('_', '.');
    }

    /** {@code tasks_ssd} of {@code TASKS_SSD}. */
    static String lowerCase(Enum<?> metric) {
        return metric.name().toLowerCase(Locale.ROOT);
    }
}
