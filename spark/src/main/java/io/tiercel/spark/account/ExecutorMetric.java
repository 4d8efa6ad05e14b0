package io.tiercel.spark.account;

/**
 * What an executor publishes in Spark's metrics system, if it has a cache of shared storage. The names of the constants are
 * those of the metrics, and never change. All are gauges that grow.
 */
public enum ExecutorMetric {
    CACHE_BYTES_LOCAL("bytes", "Bytes of pages that tasks have read from this node's cache."),
    CACHE_BYTES_NEIGHBOURS("bytes", "Bytes of pages that tasks have read from other nodes' caches."),
    CACHE_BYTES_SOURCE("bytes", "Bytes of pages that tasks have read from the shared storage itself.");

    private final String unit;
    private final String help;

    ExecutorMetric(String unit, String help) {
        this.unit = unit;
        this.help = help;
    }

    /** The name in Spark, below that of the plugin: {@code cache.bytes.local}. */
    public String metric() {
        return MetricName.inSpark(this);
    }

    public String unit() {
        return unit;
    }

    public String help() {
        return help;
    }
}
