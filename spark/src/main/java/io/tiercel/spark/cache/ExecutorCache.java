package io.tiercel.spark.cache;

import io.tiercel.cachefs.CacheSettings;
import io.tiercel.cachefs.NodeCache;
import io.tiercel.cachefs.NodeCaches;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkEnv;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.PluginContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the driver what this node's cache holds. Does nothing if the driver has switched no cache on. */
public final class ExecutorCache implements ExecutorPlugin {
    private static final Logger LOG = LoggerFactory.getLogger(ExecutorCache.class);
    private static final long REPORT_MILLIS = 500;

    /** Reports until one has all pages: pages go without a word, by other processes too. */
    private static final int WHOLE_REPORTS = 60;

    private @Nullable ScheduledExecutorService thread;
    private long reports;

    /** @param settings the cache's keys, as the driver has sent them; empty if it has switched no cache on */
    @Override
    public void init(PluginContext plugin, Map<String, String> settings) {
        if (settings.isEmpty()) {
            return;
        }
        try {
            Configuration conf = new Configuration(false);
            settings.forEach(conf::set);
            Optional<NodeCache> cache = NodeCaches.of(CacheSettings.read(conf));
            cache.ifPresent(found -> start(plugin, found));
        } catch (Exception | LinkageError e) {
            LOG.warn("Tiercel: this executor has no cache ({})", e.toString());
        }
    }

    private void start(PluginContext plugin, NodeCache cache) {
        ScheduledExecutorService started = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread daemon = new Thread(task, "tiercel-cache-report");
            daemon.setDaemon(true);
            return daemon;
        });
        thread = started;
        started.scheduleWithFixedDelay(() -> report(plugin, cache), 0, REPORT_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void report(PluginContext plugin, NodeCache cache) {
        boolean isWhole = reports++ % WHOLE_REPORTS == 0;
        try {
            CacheReport report = new CacheReport(host(), isWhole ? cache.contents() : cache.takeKept(), isWhole);
            if (isWhole || !report.pages().isEmpty()) {
                plugin.send(report.message());
            }
        } catch (IOException | RuntimeException e) {
            reports = 0; // The next one tells all.
            LOG.debug("the driver was not told what is cached", e);
        }
    }

    /** As the scheduler calls this node. The plugin's context cannot tell: an executor's RPC environment has no address. */
    private static String host() {
        return SparkEnv.get().blockManager().blockManagerId().host();
    }

    @Override
    public void shutdown() {
        ScheduledExecutorService started = thread;
        if (started != null) {
            started.shutdownNow();
        }
    }
}
