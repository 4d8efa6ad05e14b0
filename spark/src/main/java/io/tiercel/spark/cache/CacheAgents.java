package io.tiercel.spark.cache;

import io.tiercel.cachefs.peer.BusyPeerException;
import io.tiercel.cachefs.peer.Peer;
import io.tiercel.cachefs.peer.RemoteCache;
import java.io.IOException;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks cache agents what their nodes hold, so that an application knows caches of nodes where it has no executors: tasks may go there, and
 * its executors may read from there.
 */
final class CacheAgents implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CacheAgents.class);
    private static final long ASK_SECONDS = 10;
    private static final Duration LONGEST_CALL = Duration.ofSeconds(5);

    /** An agent that did not answer may cost a second of a thread. */
    private static final long ASK_SILENT_SECONDS = 30;

    /** So that a few silent agents do not keep the others from being asked. */
    private static final int THREADS = 4;

    private final ClusterCaches caches;
    private final ServingExecutors serving;
    private final DoubleSupplier now;
    private final ScheduledExecutorService threads;

    /** One agent. Its calls follow each other. */
    private final class Agent {
        private final RemoteCache cache;
        private boolean isSilent;

        Agent(RemoteCache cache) {
            this.cache = cache;
        }

        void ask() {
            Peer peer = cache.peer();
            long next = ASK_SECONDS;
            try {
                Map<String, BitSet> contents = cache.contents();
                caches.setAgent(peer.host(), true);
                if (!serving.hasExecutor(peer.host(), now.getAsDouble())) {
                    caches.holds(peer.host(), contents, true); // Else an executor's news may be newer.
                }
                serving.heardAgent(peer.host(), peer.port(), now.getAsDouble());
                if (isSilent) {
                    LOG.info("Tiercel: the cache agent {} answers again", peer);
                }
                isSilent = false;
            } catch (BusyPeerException e) {
                LOG.debug("what is known of an agent counts until it answers", e);
            } catch (IOException | RuntimeException | LinkageError e) {
                if (!isSilent) {
                    LOG.warn(
                            "Tiercel: the cache agent {} does not answer ({}): its cache is not read; asked again every {} s",
                            peer,
                            e.getMessage(),
                            ASK_SILENT_SECONDS);
                }
                isSilent = true;
                next = ASK_SILENT_SECONDS;
                caches.setAgent(peer.host(), false);
                serving.forgetAgent(peer.host());
                if (!serving.hasExecutor(peer.host(), now.getAsDouble())) {
                    caches.holds(peer.host(), Map.of(), true);
                }
            }
            ask(next);
        }

        void ask(long afterSeconds) {
            try {
                threads.schedule((Runnable) this::ask, afterSeconds, TimeUnit.SECONDS);
            } catch (RejectedExecutionException e) {
                // The application is over.
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
            agent.ask(0);
        }
        return started;
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
