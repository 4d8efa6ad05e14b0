package io.tiercel.spark.cache;

import io.tiercel.cachefs.CacheKeys;
import io.tiercel.cachefs.Mounts;
import io.tiercel.cachefs.peer.Peer;
import io.tiercel.cachefs.peer.PeerSecret;
import io.tiercel.config.Key;
import io.tiercel.config.Settings;
import io.tiercel.spark.TiercelKeys;
import io.tiercel.spark.kubernetes.NodeVolumes;
import io.tiercel.transfer.IsolationQuanta;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Has S3A and mounted storage of an application read through the nodes' caches, if the user has named a directory for them. */
public final class CacheSwitch {
    private static final Logger LOG = LoggerFactory.getLogger(CacheSwitch.class);

    /** Keys with which Spark encrypts what passes between executors. */
    private static final List<String> ENCRYPTING =
            List.of("spark.network.crypto.enabled", "spark.authenticate.enableSaslEncryption", "spark.ssl.rpc.enabled");

    private final ApplicationCaches caches;
    private final Map<String, String> keys;

    private CacheSwitch(ApplicationCaches caches, Map<String, String> keys) {
        this.caches = caches;
        this.keys = keys;
    }

    /**
     * Switches the caches on. Call before executors start: they receive Spark's configuration, and tasks Hadoop's.
     *
     * @return empty if the user wants none, or if no file system here can have them; then the log says why
     */
    public static Optional<CacheSwitch> turnOn(SparkContext application, Settings settings) {
        if (settings.find(TiercelKeys.ofSpark(CacheKeys.DIRECTORY)).isEmpty()) {
            return Optional.empty();
        }
        Configuration hadoop = application.hadoopConfiguration();
        CachedFileSystems cached = CachedFileSystems.of(
                hadoop, settings.find(TiercelKeys.ofSpark(CacheKeys.MOUNTS)).orElse(Mounts.NONE));
        cached.problems().forEach(problem -> LOG.warn("Tiercel: {}", problem));
        Map<String, String> keys = new HashMap<>();
        for (Key<?> key : CacheKeys.OF_APPLICATIONS) {
            String value = application.conf().get("spark." + key.name(), "");
            if (!value.isEmpty()) {
                keys.put(key.name(), value);
            }
        }
        // Iceberg's reader finds them there, also if no file system has a cache.
        set(application, keys);
        if (cached.keys().isEmpty()) {
            return Optional.empty();
        }
        Map<String, String> all = new HashMap<>(cached.keys());
        all.putAll(keys);
        set(application, all);
        ClusterCaches held = new ClusterCaches(Math.toIntExact(settings.get(TiercelKeys.ofSpark(CacheKeys.PAGE))));
        CacheTransfers transfers = new CacheTransfers(
                held,
                settings.find(TiercelKeys.ofSpark(CacheKeys.BANDWIDTH)).orElse(Long.MAX_VALUE),
                settings.find(TiercelKeys.ofSpark(CacheKeys.QUANTUM))
                        .map(quanta -> quanta.beginningAt(now() - System.currentTimeMillis() / 1e3))
                        .orElse(IsolationQuanta.ALWAYS));
        AffinityHosts affinity = affinity(application, settings);
        boolean prefetches = affinity == null && settings.get(TiercelKeys.ofSpark(CacheKeys.PREFETCH));
        Optional<byte[]> secret = secret(settings);
        ServingExecutors serving = affinity == null && settings.get(TiercelKeys.ofSpark(CacheKeys.NEIGHBOURS))
                ? serving(application.conf(), secret)
                : null;
        ApplicationCaches caches =
                new ApplicationCaches(new SharedPaths(cached.mounts()), held, transfers, prefetches, serving, affinity);
        List<Peer> agents = settings.find(TiercelKeys.ofSpark(CacheKeys.AGENTS)).orElse(List.of());
        if (!agents.isEmpty()) {
            if (serving != null && secret.isPresent()) {
                caches.setAgents(CacheAgents.start(agents, secret.get(), held, serving, CacheSwitch::now));
            } else {
                LOG.warn(
                        "Tiercel: {}: cache agents are not asked, as {}",
                        CacheKeys.AGENTS,
                        serving == null
                                ? "nodes do not read each other's caches"
                                : "there is no " + CacheKeys.SECRET + " that can be read");
            }
        }
        caches.belongTo(application);
        return Optional.of(new CacheSwitch(caches, keys));
    }

    private static void set(SparkContext application, Map<String, String> keys) {
        keys.forEach((key, value) -> {
            application.conf().set("spark.hadoop." + key, value);
            application.hadoopConfiguration().set(key, value);
        });
    }

    /** Null if Spark encrypts what passes between executors: pages would pass as they are. */
    private static @Nullable ServingExecutors serving(SparkConf conf, Optional<byte[]> secret) {
        for (String key : ENCRYPTING) {
            if (conf.getBoolean(key, false)) {
                LOG.info(
                        "Tiercel: nodes do not read each other's caches, as pages would pass unencrypted: {}=true",
                        key);
                return null;
            }
        }
        return secret.map(ServingExecutors::new).orElseGet(ServingExecutors::new);
    }

    /** Empty if there is none, or if it cannot be read; then the log says why. */
    private static Optional<byte[]> secret(Settings settings) {
        return settings.find(TiercelKeys.ofSpark(CacheKeys.SECRET)).flatMap(file -> {
            try {
                return Optional.of(PeerSecret.read(Path.of(file)));
            } catch (IOException | RuntimeException e) {
                LOG.warn("Tiercel: {}: {}", CacheKeys.SECRET, e.getMessage());
                return Optional.empty();
            }
        });
    }

    private static @Nullable AffinityHosts affinity(SparkContext application, Settings settings) {
        if (!settings.get(TiercelKeys.ofSpark(CacheKeys.PLACEMENT)).equals(CacheKeys.AFFINITY)) {
            return null;
        }
        boolean sharesNodes = settings.find(TiercelKeys.ofSpark(CacheKeys.DIRECTORY))
                .filter(directory -> NodeVolumes.hold(application.conf(), directory))
                .isPresent();
        AffinityHosts hosts = new AffinityHosts(sharesNodes);
        application.addSparkListener(hosts);
        return hosts;
    }

    /** The cache's keys, for executors. */
    public Map<String, String> executorKeys() {
        return Map.copyOf(keys);
    }

    /** An executor in Kubernetes has said on which node it is. */
    public void executorIsOn(String executor, String node) {
        caches.executorIsOn(executor, node);
    }

    /** Takes an executor's message. @return the answer; null if it is not a message of ours */
    public @Nullable Object receive(Object message) {
        return caches.receive(message, now());
    }

    private static double now() {
        return System.nanoTime() / 1e9;
    }
}
