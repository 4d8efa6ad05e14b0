package io.tiercel.spark.cache;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import io.tiercel.cachefs.CacheSettings;
import io.tiercel.cachefs.NodeCache;
import io.tiercel.cachefs.NodeCaches;
import io.tiercel.cachefs.ReadCounts;
import io.tiercel.spark.account.ExecutorMetric;
import io.tiercel.spark.cache.CacheMessages.Answer;
import io.tiercel.spark.cache.CacheMessages.Begin;
import io.tiercel.spark.cache.CacheMessages.Report;
import io.tiercel.spark.kubernetes.ExecutorNode;
import io.tiercel.spark.kubernetes.NodeVolumes;
import java.io.IOException;
import java.util.BitSet;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkEnv;
import org.apache.spark.api.plugin.PluginContext;
import org.apache.spark.deploy.SparkHadoopUtil;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the driver what this node's cache holds, and brings in what the driver orders. Lets other nodes read it. Does nothing if the driver has switched no cache on.
 */
public final class ExecutorCache {
    private static final Logger LOG = LoggerFactory.getLogger(ExecutorCache.class);
    private static final long REPORT_MILLIS = 250;

    /** Each report of this number lists all pages, because evictions are not reported. */
    private static final int WHOLE_REPORTS = 120;

    /** Shorter than the life of pins, which is a minute. */
    private static final long KEEP_AGAIN_NANOS = TimeUnit.SECONDS.toNanos(20);

    private @Nullable ScheduledExecutorService thread;
    private @Nullable CacheFetcher fetcher;
    private @Nullable Reporter reporter;

    /** @param settings the cache's keys, as the driver has sent them; empty if it has switched no cache on */
    public void init(PluginContext plugin, Map<String, String> settings) {
        if (settings.isEmpty()) {
            return;
        }
        try {
            Configuration conf = new Configuration(false);
            settings.forEach(conf::set);
            CacheSettings read = CacheSettings.read(conf);
            CacheFetcher fetching = new CacheFetcher(
                    SparkHadoopUtil.get().newConfiguration(SparkEnv.get().conf()),
                    read.quanta(),
                    read.pageBytes(),
                    slots(SparkEnv.get().conf()));
            if (read.directory().isPresent()) {
                start(
                        plugin,
                        () -> NodeCaches.of(read),
                        fetching,
                        node(read.directory().get()));
            }
        } catch (Exception | LinkageError e) {
            LOG.warn("Tiercel: this executor has no cache ({})", e.toString());
        }
    }

    /** A stand-alone cluster gives an executor all that its node has, and does not say how many these are. Others give one core. */
    private static int slots(SparkConf conf) {
        boolean hasOne = conf.get("spark.master", "").matches("(yarn|k8s).*");
        int all = hasOne ? 1 : Runtime.getRuntime().availableProcessors();
        int cores = conf.getInt("spark.executor.cores", all);
        return cores / Math.max(1, conf.getInt("spark.task.cpus", 1));
    }

    /** The node whose pods share the directory; empty if the cache is one of the executor's host. */
    private static Optional<String> node(String directory) {
        SparkConf conf = SparkEnv.get().conf();
        return NodeVolumes.hold(conf, directory) ? ExecutorNode.name(conf) : Optional.empty();
    }

    private void start(
            PluginContext plugin, Supplier<Optional<NodeCache>> cache, CacheFetcher fetching, Optional<String> node) {
        ScheduledExecutorService started = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread daemon = new Thread(task, "tiercel-cache-report");
            daemon.setDaemon(true);
            return daemon;
        });
        thread = started;
        fetcher = fetching;
        Reporter made = new Reporter(plugin, cache, fetching, started, node);
        reporter = made;
        register(plugin.metricRegistry(), made);
        started.scheduleWithFixedDelay(made::report, 0, REPORT_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** Before there is a cache: Spark leaves out a plugin that has no metrics when it has been initialized. */
    private static void register(MetricRegistry metrics, Reporter reporter) {
        register(metrics, ExecutorMetric.CACHE_BYTES_LOCAL, reporter, ReadCounts::cacheBytes);
        register(metrics, ExecutorMetric.CACHE_BYTES_NEIGHBOURS, reporter, ReadCounts::neighbourBytes);
        register(metrics, ExecutorMetric.CACHE_BYTES_SOURCE, reporter, ReadCounts::sourceBytes);
    }

    private static void register(
            MetricRegistry metrics, ExecutorMetric metric, Reporter reporter, ToLongFunction<ReadCounts> value) {
        Gauge<Long> gauge = () -> reporter.read(value);
        metrics.register(metric.metric(), gauge);
    }

    /** Speaks with the driver. Reports are made by one thread. */
    private static final class Reporter implements CacheFetcher.Driver {
        private final PluginContext plugin;
        /** Empty while the cache cannot be used. The driver then hears nothing, and orders nothing. */
        private final Supplier<Optional<NodeCache>> cache;

        private final CacheFetcher fetcher;
        private final Executor thread;
        private final Optional<String> node;
        private final AtomicBoolean isCalled = new AtomicBoolean();
        private int reports;
        private Map<String, BitSet> kept = Map.of();
        private long keptAt;

        /** Null until there is a cache. */
        private volatile @Nullable ExecutorNeighbours neighbours;

        /** Null until there is a cache. */
        private volatile @Nullable ReadCounts counts;

        Reporter(
                PluginContext plugin,
                Supplier<Optional<NodeCache>> cache,
                CacheFetcher fetcher,
                Executor thread,
                Optional<String> node) {
            this.plugin = plugin;
            this.cache = cache;
            this.fetcher = fetcher;
            this.thread = thread;
            this.node = node;
        }

        private ExecutorNeighbours neighbours(NodeCache opened) {
            ExecutorNeighbours known = neighbours;
            if (known == null) {
                known = new ExecutorNeighbours(plugin, opened);
                neighbours = known;
                counts = opened.counts();
            }
            return known;
        }

        /** A count of what tasks have read; 0 until there is a cache. */
        long read(ToLongFunction<ReadCounts> value) {
            ReadCounts known = counts;
            return known == null ? 0 : value.applyAsLong(known);
        }

        void close() {
            ExecutorNeighbours known = neighbours;
            if (known != null) {
                known.close();
            }
        }

        @Override
        public boolean mayBegin(long order) throws IOException {
            try {
                return Boolean.TRUE.equals(plugin.ask(new Begin(SparkEnv.get().executorId(), order).message()));
            } catch (Exception e) {
                throw new IOException("the driver does not answer: " + e, e);
            }
        }

        /** At once, so that tasks go where their input has come, and the next order does not wait. */
        @Override
        public void hearResults() {
            if (isCalled.compareAndSet(false, true)) {
                try {
                    thread.execute(() -> {
                        isCalled.set(false);
                        report();
                    });
                } catch (RejectedExecutionException e) {
                    // The executor ends.
                }
            }
        }

        void report() {
            try {
                cache.get().ifPresent(this::report);
            } catch (RuntimeException | LinkageError e) {
                LOG.debug("the cache was not looked at", e);
            }
        }

        private void report(NodeCache cache) {
            Map<Long, String> results = Map.of();
            try {
                String executor = SparkEnv.get().executorId();
                ExecutorNeighbours others = neighbours(cache);
                String address = address();
                String host = node.orElse(address);
                others.begin(executor, host, address);
                // Results first: the pages that they brought are then among those kept.
                results = fetcher.takeResults();
                if (!results.isEmpty()) {
                    cache.flush();
                }
                boolean isWhole = reports++ % WHOLE_REPORTS == 0;
                Map<String, BitSet> kept = cache.takeKept();
                Report report = new Report(
                        executor, host, isWhole ? cache.contents() : kept, isWhole, results, address, others.port());
                Answer answer = Answer.of(plugin.ask(report.message()));
                others.tell(answer.othersHold());
                answer.orders().forEach(order -> fetcher.fetch(order, cache.turns(), this));
                keep(answer, cache);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (Exception | LinkageError e) {
                reports = 0; // The next one tells all.
                fetcher.putBack(results);
                LOG.debug("the driver was not told what is cached", e);
            }
        }

        /** Repeats the pins while the driver answers, so that they end with the application. */
        private void keep(Answer answer, NodeCache cache) {
            boolean isNews = !answer.kept().orElse(kept).equals(kept);
            kept = answer.kept().orElse(kept);
            if (isNews || !kept.isEmpty() && System.nanoTime() - keptAt > KEEP_AGAIN_NANOS) {
                keptAt = System.nanoTime();
                try {
                    cache.pin(plugin.conf().getAppId(), kept);
                } catch (IOException | RuntimeException e) {
                    LOG.debug("pages that tasks wait for are not kept", e);
                }
            }
        }

        /** As the scheduler calls this executor's host. The plugin's context cannot tell: an executor's RPC environment has no address. */
        private static String address() {
            return SparkEnv.get().blockManager().blockManagerId().host();
        }
    }

    public void shutdown() {
        ScheduledExecutorService started = thread;
        if (started != null) {
            started.shutdownNow();
        }
        Reporter reporting = reporter;
        if (reporting != null) {
            reporting.close();
        }
        CacheFetcher fetching = fetcher;
        if (fetching != null) {
            fetching.close();
        }
    }
}
