package io.tiercel.cachefs;

import io.tiercel.cachefs.peer.Neighbours;
import io.tiercel.cachefs.peer.PageSink;
import io.tiercel.cachefs.store.DamagedPageException;
import io.tiercel.cachefs.store.PageStore;
import io.tiercel.cachefs.store.PagedObject;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A node's cache as one process sees it: pages of its store, and pages on their way. Nothing here is an error to a reader: what the
 * cache does not have, or cannot read, comes from the source.
 *
 * <p>Thread-safe.
 */
public final class NodeCache {
    private static final Logger LOG = LoggerFactory.getLogger(NodeCache.class);

    /** Most bytes that wait to be written. Further pages are not kept: a slow disk must not slow readers down. */
    private static final long MOST_WAITING = 64 << 20;

    /** Objects of which it is remembered that other versions were dropped. */
    private static final int MOST_VERSIONS = 10_000;

    /** How long a disk that refused a page is left alone. */
    private static final long REST_NANOS = TimeUnit.MINUTES.toNanos(1);

    record PageKey(PagedObject object, int page) {}

    private final PageStore store;
    private final LongSupplier nanoTime;
    private final ConcurrentMap<PageKey, PageFetch> fetches = new ConcurrentHashMap<>();
    private final SourceTurns turns;
    private final ReadCounts counts = new ReadCounts();
    private final AtomicLong waiting = new AtomicLong();
    private Map<String, BitSet> kept = new HashMap<>();
    /** The versions that were opened last, by the ids of any version. */
    private final Map<String, Latest> latest = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Latest> eldest) {
            return size() > MOST_VERSIONS;
        }
    };

    /** The version of an object that was opened last. */
    private static final class Latest {
        private final String id;
        private boolean isAlone;

        Latest(String id) {
            this.id = id;
        }
    }

    private final ThreadPoolExecutor writer;
    private volatile @Nullable Neighbours neighbours;
    private volatile boolean isResting;
    private volatile long restingSince;
    private volatile boolean hasToldDamage;
    private volatile boolean hasToldFailure;

    /** @param nanoTime tells when a disk that refused a page is tried again */
    NodeCache(PageStore store, LongSupplier nanoTime) {
        this.store = store;
        this.nanoTime = nanoTime;
        this.turns = new SourceTurns(nanoTime);
        this.writer = new ThreadPoolExecutor(1, 1, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
            Thread thread = new Thread(task, "tiercel-cache-writer");
            thread.setDaemon(true);
            return thread;
        });
        writer.allowCoreThreadTimeOut(true);
    }

    /**
     * Reads a page.
     *
     * @param into is cleared, filled, and flipped; must have the page's length at least. Its content is lost in any case
     * @return whether the page is here
     */
    public boolean read(PagedObject object, int page, ByteBuffer into) {
        try {
            boolean isHere = store.read(object, page, into);
            counts.cache(isHere ? into.remaining() : 0);
            return isHere;
        } catch (DamagedPageException e) {
            if (!hasToldDamage) {
                hasToldDamage = true;
                LOG.warn("Tiercel: {}; it is read from the source again. Later ones are not told.", e.getMessage());
            }
        } catch (ClosedByInterruptException e) {
            // The task is being killed.
        } catch (IOException | RuntimeException e) {
            if (!hasToldFailure) {
                hasToldFailure = true;
                LOG.warn(
                        "Tiercel: the cache cannot be read ({}): reading from the source. Later failures are not told.",
                        e.toString());
            }
        }
        return false;
    }

    /** Whether the page is here; reading it may find that it is damaged. */
    public boolean has(PagedObject object, int page) {
        return store.has(object, page);
    }

    /**
     * The right to bring in a page, which must then be completed or failed.
     *
     * @return empty if the page is here, or somebody else of this process brings it in
     */
    public Optional<PageFetch> begin(PagedObject object, int page) {
        PageKey key = new PageKey(object, page);
        PageFetch mine = new PageFetch(this, key);
        if (fetches.putIfAbsent(key, mine) != null) {
            return Optional.empty();
        }
        if (has(object, page)) { // It came between the caller's look and this.
            mine.fail();
            return Optional.empty();
        }
        return Optional.of(mine);
    }

    /** The page that somebody else brings in. @return null if nobody does, or if it takes longer */
    public byte @Nullable [] await(PagedObject object, int page, long nanos) {
        PageFetch fetch = fetches.get(new PageKey(object, page));
        if (fetch == null) {
            return null;
        }
        turns.beginWait();
        try {
            return fetch.await(nanos);
        } finally {
            turns.endWait();
        }
    }

    /** The readers of the source in this process. */
    public SourceTurns turns() {
        return turns;
    }

    /** The bytes that tasks of this process have read. */
    public ReadCounts counts() {
        return counts;
    }

    /** The pages on disk, for servers. */
    public PageStore store() {
        return store;
    }

    /** From now on, pages that are missing here are read from other nodes' caches, where that is faster. @param others null for no more */
    public void setNeighbours(@Nullable Neighbours others) {
        neighbours = others;
    }

    public boolean hasNeighbours() {
        return neighbours != null;
    }

    /** Pages in a row that another node has. @return empty if the first is to be read from the source */
    public Optional<Neighbours.Run> findNeighbour(PagedObject object, int first, int end) {
        Neighbours others = neighbours;
        return others == null ? Optional.empty() : others.find(object, first, end);
    }

    /** Reads what {@link #findNeighbour} has found. @return the first page that has not come */
    public int readNeighbour(Neighbours.Run run, PageSink sink) {
        return run.read((page, bytes) -> {
            counts.neighbour(bytes.length);
            sink.take(page, bytes);
        });
    }

    /** The source gave bytes to a task. */
    public void sourceGave(long bytes, long nanos) {
        counts.source(bytes);
        Neighbours others = neighbours;
        if (others != null) {
            others.sourceGave(bytes, nanos);
        }
    }

    void forget(PageKey key) {
        fetches.remove(key);
    }

    void keep(PageKey key, byte[] bytes) {
        if (isResting && nanoTime.getAsLong() - restingSince < REST_NANOS) {
            forget(key);
        } else if (waiting.addAndGet(bytes.length) > MOST_WAITING) {
            waiting.addAndGet(-bytes.length);
            forget(key);
        } else {
            writer.execute(() -> write(key, bytes));
        }
    }

    private void write(PageKey key, byte[] bytes) {
        try {
            if (store.write(key.object(), key.page(), bytes)) {
                noteKept(key);
                if (isFirstOfLatest(key.object())) {
                    store.dropOtherVersions(key.object());
                }
            }
            if (isResting) {
                isResting = false;
                LOG.info("Tiercel: the cache keeps pages again");
            }
        } catch (IOException | RuntimeException e) {
            if (!isResting) {
                LOG.warn(
                        "Tiercel: the cache keeps no further pages for now ({}); tried again every minute",
                        e.toString());
            }
            restingSince = nanoTime.getAsLong();
            isResting = true;
        } finally {
            waiting.addAndGet(-bytes.length);
            forget(key);
        }
    }

    /** A reader has opened this version. Others go when its first page is kept. */
    public void noteOpened(PagedObject object) {
        synchronized (latest) {
            Latest known = latest.get(object.idOfAnyVersion());
            if (known == null || !known.id.equals(object.id())) {
                latest.put(object.idOfAnyVersion(), new Latest(object.id()));
            }
        }
    }

    /** Not of a version that only an older reader has open: versions must not delete each other in turn. */
    private boolean isFirstOfLatest(PagedObject object) {
        synchronized (latest) {
            Latest known = latest.get(object.idOfAnyVersion());
            if (known == null || !known.id.equals(object.id()) || known.isAlone) {
                return false;
            }
            known.isAlone = true;
            return true;
        }
    }

    /**
     * Returns when there is room for further pages that wait to be written: for callers that only fill the cache.
     *
     * @throws IOException if the disk refuses pages
     */
    public void awaitKept() throws IOException, InterruptedException {
        if (waiting.get() > MOST_WAITING / 2) {
            flush();
        }
        if (isResting) {
            throw new IOException("the cache keeps no pages for now");
        }
    }

    private synchronized void noteKept(PageKey key) {
        kept.computeIfAbsent(key.object().id(), id -> new BitSet()).set(key.page());
    }

    /** The pages that this process has brought in since the last call, by the objects' ids. */
    public synchronized Map<String, BitSet> takeKept() {
        Map<String, BitSet> taken = kept;
        kept = new HashMap<>();
        return taken;
    }

    /** The pages that are here, by the objects' ids. */
    public Map<String, BitSet> contents() throws IOException {
        return store.contents();
    }

    /**
     * Keeps pages that planned tasks are going to read from being evicted for a minute. To be repeated.
     *
     * @param owner an application; replaces what it has pinned before
     * @param wanted by the objects' ids, those first that matter most
     */
    public void pin(String owner, Map<String, BitSet> wanted) throws IOException {
        store.pin(owner, wanted);
    }

    /** Returns when all pages that have come so far are written, or given up. */
    public void flush() throws InterruptedException {
        try {
            writer.submit(() -> {}).get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }
}
