package io.tiercel.spark.cache;

import io.tiercel.cachefs.NodeCache;
import io.tiercel.cachefs.ReadCounts;
import io.tiercel.cachefs.peer.Neighbours;
import io.tiercel.cachefs.peer.PageHolders.Holder;
import io.tiercel.cachefs.peer.PageServer;
import io.tiercel.hdfs.BackgroundExecutor.DaemonPool;
import io.tiercel.spark.cache.CacheMessages.Holders;
import io.tiercel.spark.cache.CacheMessages.HoldersRequest;
import io.tiercel.spark.cache.CacheMessages.SecretRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import org.apache.spark.api.plugin.PluginContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves pages of this node's cache to the application's other executors, and lets this one's readers ask them. Thread-safe. */
final class ExecutorNeighbours implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ExecutorNeighbours.class);
    private static final int ASKING_THREADS = 2;

    private final PluginContext plugin;
    private final NodeCache cache;
    private final DaemonPool asking = new DaemonPool("tiercel-cache-ask", ASKING_THREADS);
    private volatile boolean hasBegun;
    private boolean hasTold;
    private boolean isClosed;
    private @Nullable PageServer server;

    /** If false, nobody needs to be asked. */
    private volatile boolean othersHold;

    ExecutorNeighbours(PluginContext plugin, NodeCache cache) {
        this.plugin = plugin;
        this.cache = cache;
    }

    /**
     * Begins, if it has not, and if the driver wants it.
     *
     * @param host whose cache it is
     * @param address where Spark's block manager listens
     * @throws Exception if the driver does not answer
     */
    void begin(String executor, String host, String address) throws Exception {
        if (hasBegun) {
            return;
        }
        Object answer = plugin.ask(new SecretRequest(executor).message());
        hasBegun = true;
        if (!(answer instanceof byte[] secret)) {
            return;
        }
        start(secret, host, address);
    }

    private synchronized void start(byte[] secret, String host, String address) {
        if (isClosed) {
            return;
        }
        try {
            server = PageServer.start(cache.store(), secret, new InetSocketAddress(InetAddress.getByName(address), 0));
        } catch (IOException | RuntimeException e) {
            LOG.warn(
                    "Tiercel: other nodes cannot read this node's cache, as nothing can listen on {} ({})",
                    address,
                    e.toString());
        }
        cache.setNeighbours(new Neighbours(object -> holders(object, host), secret, asking::run, System::nanoTime));
    }

    private List<Holder> holders(String object, String host) throws Exception {
        return othersHold
                ? Holders.of(plugin.ask(new HoldersRequest(object, host).message()))
                        .all()
                : List.of();
    }

    /** @param holdAnything whether other nodes' caches do */
    void tell(boolean holdAnything) {
        if (holdAnything && !hasTold && cache.hasNeighbours()) {
            hasTold = true;
            LOG.info("Tiercel: pages that are missing here are read from other nodes' caches");
        }
        othersHold = holdAnything;
    }

    /** Where this node's pages are served; 0 if they are not. */
    synchronized int port() {
        PageServer started = server;
        return started == null ? 0 : started.port();
    }

    @Override
    public synchronized void close() {
        isClosed = true;
        cache.setNeighbours(null);
        asking.close();
        PageServer started = server;
        if (started != null) {
            started.close();
            ReadCounts read = cache.counts();
            LOG.info(
                    "Tiercel: tasks have read {} bytes from the cache, {} from other nodes' and {} from shared storage; other nodes have"
                            + " read {} from here",
                    read.cacheBytes(),
                    read.neighbourBytes(),
                    read.sourceBytes(),
                    started.servedBytes());
        }
    }
}
