package io.tiercel.cachefs.peer;

import io.tiercel.cachefs.store.Eviction;
import io.tiercel.cachefs.store.PageStore;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.InstantSource;

/**
 * Serves a node's cache when no executor does: as long as it runs, applications on other nodes may read what is cached here. It writes
 * nothing and evicts nothing; the processes that write hold the budget.
 */
public final class CacheAgent implements AutoCloseable {
    private final PageStore store;
    private final PageServer server;

    private CacheAgent(PageStore store, PageServer server) {
        this.store = store;
        this.server = server;
    }

    /**
     * Starts to serve.
     *
     * @param directory the cache of a user, see {@link io.tiercel.cachefs.NodeCaches#ofUser}; made if it is not there
     * @param secret that applications must know, at least 16 bytes
     * @param address port 0 for a free one
     * @throws IOException if the directory cannot be used, or if nothing can listen there
     */
    public static CacheAgent start(Path directory, byte[] secret, InetSocketAddress address) throws IOException {
        PageStore store = open(directory);
        return new CacheAgent(store, PageServer.start(store, secret, address));
    }

    /**
     * Opens a cache of this machine without a budget. For processes that write nothing: no page is evicted.
     *
     * @throws IOException if the directory cannot be used
     */
    public static PageStore open(Path directory) throws IOException {
        return PageStore.open(directory, Long.MAX_VALUE, Eviction.SIEVE, InstantSource.system());
    }

    public int port() {
        return server.port();
    }

    /** Bytes of all pages that are here, as far as they were counted. */
    public long usedBytes() {
        return store.usedBytes();
    }

    @Override
    public void close() {
        server.close();
    }
}
