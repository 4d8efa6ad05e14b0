package io.tiercel.hdfs.daemon;

import java.util.function.Consumer;
import org.apache.hadoop.metrics2.MetricsCollector;
import org.apache.hadoop.metrics2.MetricsInfo;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.MetricsSystem;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes metrics among those of the daemon: by JMX, at {@code /jmx} and, if Hadoop's endpoint for Prometheus is on, at
 * {@code /prom}. A failure costs these metrics alone, and is one line in the daemon's log.
 */
final class DaemonMetrics implements MetricsSource {
    /** The context under which HDFS publishes its own. */
    static final String CONTEXT = "dfs";

    private static final Logger LOG = LoggerFactory.getLogger(DaemonMetrics.class);

    /** The name and the meaning of one metric. */
    record Described(String name, String description) implements MetricsInfo {}

    private final String name;
    private final Consumer<MetricsCollector> metrics;
    private boolean hasFailed;

    private DaemonMetrics(String name, Consumer<MetricsCollector> metrics) {
        this.name = name;
        this.metrics = metrics;
    }

    /**
     * Publishes metrics until the returned task is run.
     *
     * @param name under which JMX has them
     * @param daemon tells daemons of one process apart, as in tests: letters, digits and hyphens
     * @param metrics adds records of metrics; called on any thread
     */
    static Runnable publish(String name, String description, String daemon, Consumer<MetricsCollector> metrics) {
        try {
            MetricsSystem system = DefaultMetricsSystem.instance();
            String free = system.getSource(name) == null ? name : name + "-" + daemon;
            system.register(free, description, new DaemonMetrics(free, metrics));
            return () -> withdraw(system, free);
        } catch (RuntimeException | LinkageError e) {
            LOG.warn("Tiercel publishes no metrics {} here", name, e);
            return () -> {};
        }
    }

    private static void withdraw(MetricsSystem system, String name) {
        try {
            system.unregisterSource(name);
        } catch (RuntimeException | LinkageError e) {
            LOG.warn("Tiercel's metrics {} did not end in order", name, e);
        }
    }

    /** An error here would end the daemon's thread that collects all metrics. */
    @Override
    public void getMetrics(MetricsCollector collector, boolean all) {
        try {
            metrics.accept(collector);
        } catch (RuntimeException | LinkageError e) {
            failed(e);
        }
    }

    private synchronized void failed(Throwable e) {
        if (!hasFailed) {
            hasFailed = true;
            LOG.warn("Tiercel's metrics {} cannot be read (logged once)", name, e);
        }
    }
}
