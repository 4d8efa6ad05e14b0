package io.tiercel.cachefs.peer;

import io.tiercel.cachefs.store.Eviction;
import io.tiercel.cachefs.store.PageStore;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.InstantSource;

/**
 * Serves a node's cache to applications on other nodes, also when no executor runs here. It adds no pages and evicts none; the processes that write hold the budget.
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
     * @param eviction of the processes that write: it decides how a use of a page is noted
     * @throws IOException if the directory cannot be used, or if nothing can listen there
     */
    public static CacheAgent start(Path directory, byte[] secret, InetSocketAddress address, Eviction eviction)
            throws IOException {
        PageStore store = PageStore.open(directory, Long.MAX_VALUE, eviction, InstantSource.system());
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
