package io.tiercel.spark.cache;

import io.tiercel.cachefs.peer.Peer;
import io.tiercel.cachefs.peer.RemoteCache;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks cache agents what their nodes hold, so that an application knows caches of nodes where it has no executors: tasks may go there, and
 * its executors may read from there. An agent that does not answer is asked again each time.
 */
final class CacheAgents implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CacheAgents.class);
    private static final long ASK_SECONDS = 10;
    private static final Duration LONGEST_CALL = Duration.ofSeconds(5);

    /** An agent counts so long after its last answer. */
    private static final double SILENT_SECONDS = 3 * ASK_SECONDS;

    /** So that a few silent agents do not keep the others from being asked. */
    private static final int THREADS = 4;

    private final ClusterCaches caches;
    private final ServingExecutors serving;
    private final DoubleSupplier now;
    private final ScheduledExecutorService threads;

    /** One agent. Its calls follow each other. */
    private final class Agent {
        private final RemoteCache cache;
        private boolean hasTold;

        Agent(RemoteCache cache) {
            this.cache = cache;
        }

        void ask() {
            Peer peer = cache.peer();
            try {
                caches.holds(peer.host(), cache.contents(), true);
                serving.heard("agent", peer.host(), peer.port(), now.getAsDouble(), SILENT_SECONDS);
                if (hasTold) {
                    LOG.info("Tiercel: the cache agent {} answers again", peer);
                }
                hasTold = false;
            } catch (IOException | RuntimeException | LinkageError e) {
                if (!hasTold) {
                    hasTold = true;
                    LOG.warn(
                            "Tiercel: the cache agent {} does not answer ({}): its cache is not read; asked again every {} s",
                            peer,
                            e.getMessage(),
                            ASK_SECONDS);
                }
                if (!serving.isServed(peer.host(), now.getAsDouble())) {
                    caches.gone(peer.host());
                }
            }
        }
    }

    private CacheAgents(ClusterCaches caches, ServingExecutors serving, DoubleSupplier now) {
        this.caches = caches;
        this.serving = serving;
        this.now = now;
        this.threads = Executors.newScheduledThreadPool(THREADS, task -> {
            Thread thread = new Thread(task, "tiercel-cache-agents");
            thread.setDaemon(true);
            return thread;
        });
    }

    /**
     * Begins to ask.
     *
     * @param agents on nodes that are named as Spark names them
     * @param now seconds of a clock that nobody sets
     */
    static CacheAgents start(
            List<Peer> agents, byte[] secret, ClusterCaches caches, ServingExecutors serving, DoubleSupplier now) {
        CacheAgents started = new CacheAgents(caches, serving, now);
        for (Peer peer : agents) {
            Agent agent = started.new Agent(new RemoteCache(peer, secret, LONGEST_CALL));
            started.threads.scheduleWithFixedDelay(agent::ask, 0, ASK_SECONDS, TimeUnit.SECONDS);
        }
        return started;
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
