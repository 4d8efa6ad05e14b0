package io.tiercel.spark;

import io.tiercel.config.ConfigException;
import io.tiercel.config.Settings;
import io.tiercel.spark.account.ApplicationMetrics;
import io.tiercel.spark.account.DriverMetrics;
import io.tiercel.spark.cache.ApplicationCaches;
import io.tiercel.spark.cache.CacheSwitch;
import io.tiercel.spark.input.ScoreTable;
import io.tiercel.spark.kubernetes.NodeStatement;
import io.tiercel.spark.kubernetes.PodNodes;
import io.tiercel.spark.ui.TabPlugin;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.PluginContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tiercel in a driver: puts its task scheduler in the place of Spark's, and starts its other parts. Spark gets it from {@link TiercelPlugin}.
 *
 * <p>Never fails an application. After a bad key, or on a Spark that the scheduler does not fit, the application runs on
 * Spark's own scheduler, and the driver's log has one line.
 */
public final class TiercelDriver implements DriverPlugin {
    private static final Logger LOG = LoggerFactory.getLogger(TiercelPlugin.class);
    public static final String PINNED_FIRST = "dfs.client.read.use.cache.priority";
    private static final String SQL_EXTENSIONS = "spark.sql.extensions";

    /** By name: an application may run without Spark SQL. */
    private static final String QUERY_SCANS = "org.apache.spark.sql.tiercel.QueryScans";

    private @Nullable SparkContext watched;
    private @Nullable CacheSwitch caches;
    private @Nullable PodNodes nodes;

    /** Also of a context that failed before its scheduler was made. */
    @Override
    public void shutdown() {
        if (watched != null) {
            ApplicationCaches.forget(watched);
        }
    }

    @Override
    public Map<String, String> init(SparkContext context, PluginContext plugin) {
        SparkConf conf = context.conf();
        try {
            Settings settings = TiercelKeys.read(conf);
            new ScoreTable(settings);
            if (settings.get(TiercelKeys.ENABLED)) {
                SchedulerSwap swap = SchedulerSwap.ours();
                swap.announce(context);
                try {
                    return complete(context, settings, swap);
                } catch (RuntimeException | LinkageError e) {
                    swap.withdraw(context);
                    throw e;
                }
            } else {
                LOG.info("Tiercel is off ({}=false): Spark's own scheduler runs", TiercelKeys.ENABLED);
            }
        } catch (ConfigException e) {
            for (String problem : e.problems()) {
                LOG.error("Tiercel is off, Spark's own scheduler runs: {}", problem);
            }
        } catch (IllegalArgumentException e) {
            LOG.error("Tiercel is off, Spark's own scheduler runs: {}", e.getMessage());
        } catch (Exception | LinkageError e) {
            LOG.error("Tiercel is off, Spark's own scheduler runs: this Spark does not fit ({})", e.toString());
        }
        return Map.of();
    }

    /** Starts the other parts: the tab, nodes of pods, reads of pinned replicas, caches. Returns the keys that executors get. */
    private Map<String, String> complete(SparkContext context, Settings settings, SchedulerSwap swap) {
        TabPlugin.attach(context);
        nodes = PodNodes.watch(context, () -> swap.hosts(context)).orElse(null);
        watched = context;
        if (settings.find(TiercelKeys.COORDINATOR).isPresent()) {
            preferPinned(context);
            if (!settings.get(TiercelKeys.PREFETCH).equals(TiercelKeys.NO_PREFETCH)) {
                showQueries(context.conf());
            }
        }
        Optional<CacheSwitch> turnedOn = CacheSwitch.turnOn(context, settings);
        caches = turnedOn.orElse(null);
        return turnedOn.map(CacheSwitch::executorKeys).orElse(Map.of());
    }

    /** An executor says on which node it is, or reports on its cache. */
    @Override
    public @Nullable Object receive(Object message) {
        CacheSwitch turnedOn = caches;
        PodNodes watching = nodes;
        Optional<NodeStatement> said = watching == null ? Optional.empty() : NodeStatement.of(message);
        if (said.isPresent()) {
            Optional<String> node = watching.heard(said.get());
            if (turnedOn != null) {
                node.ifPresent(name -> turnedOn.executorIsOn(said.get().executor(), name));
            }
            return null;
        }
        return turnedOn == null ? null : turnedOn.receive(message);
    }

    @Override
    public void registerMetrics(String appId, PluginContext plugin) {
        SparkContext context = watched;
        if (context != null) {
            try {
                DriverMetrics metrics = SchedulerSwap.ours().metrics(context);
                plugin.metricRegistry().registerAll(metrics);
                context.listenerBus().addToStatusQueue(new ApplicationMetrics(metrics));
            } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
                LOG.warn("Tiercel: there are no metrics, this Spark does not fit ({})", e.toString());
            }
        }
    }

    /**
     * Lets the application's tasks read replicas that are pinned on other nodes, if the NameNode names them (decision 0902). A
     * setting of the user's has the last word. Call before executors start: they receive Spark's configuration, and tasks Hadoop's.
     */
    private static void preferPinned(SparkContext context) {
        String key = "spark.hadoop." + PINNED_FIRST;
        Configuration hadoop = context.hadoopConfiguration();
        if (!context.conf().contains(key) && !isSet(hadoop)) {
            context.conf().set(key, "true");
            hadoop.setBoolean(PINNED_FIRST, true);
        }
    }

    /** Whether anything but Hadoop's defaults sets the key. */
    private static boolean isSet(Configuration hadoop) {
        return Stream.ofNullable(hadoop.getPropertySources(PINNED_FIRST))
                .flatMap(Arrays::stream)
                .reduce((first, last) -> last)
                .filter(last -> !last.endsWith("-default.xml"))
                .isPresent();
    }

    /** Spark reads the key later, when it makes the first session. */
    private static void showQueries(SparkConf conf) {
        String others = conf.get(SQL_EXTENSIONS, "");
        conf.set(SQL_EXTENSIONS, others.isBlank() ? QUERY_SCANS : others + "," + QUERY_SCANS);
    }
}
