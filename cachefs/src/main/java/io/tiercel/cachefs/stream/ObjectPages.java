package io.tiercel.cachefs.stream;

import io.tiercel.cachefs.CacheFiller;
import io.tiercel.cachefs.NodeCache;
import io.tiercel.cachefs.PageFetch;
import io.tiercel.cachefs.peer.Neighbours;
import io.tiercel.cachefs.peer.PageSink;
import io.tiercel.cachefs.store.PagedObject;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads one object by pages for one reader: from the node's cache, else from the source. If the source fails over a page, the reader is
 * handed through: from then on it asks the source itself, so that it sees what the source alone would show. Not thread-safe.
 */
public final class ObjectPages {
    private static final Logger LOG = LoggerFactory.getLogger(ObjectPages.class);

    /** Longest wait for a page that others bring in. A transfer may be slower than this reader. */
    private static final long PATIENCE_NANOS = 2_000_000_000;

    /** Each page that has come in time adds to the patience: pages are awaited as long as a MiB takes no longer than a second. */
    private static final long NANOS_PER_BYTE = 1_000_000_000 >> 20;

    /** Pages that one request of a positioned read brings in at most. */
    private static final int LONGEST_RUN = 32;

    /** The object where it lies. */
    public interface Source {
        /**
         * Reads a part.
         *
         * @param into is filled
         * @param isSequential whether the reader goes on from where it was
         */
        void read(long start, byte[] into, boolean isSequential) throws IOException;

        /** The cache had a page. */
        void hit();

        /** The reader got bytes of a page. @param isCached whether the cache gave it */
        void countRead(int bytes, boolean isCached);
    }

    private final NodeCache cache;
    private final PagedObject object;
    private final Source source;

    private boolean isHandedThrough;
    private long patienceNanos = PATIENCE_NANOS;
    private long waitedNanos;
    private @Nullable Page current;
    /** Whether the source's answer goes on while nobody reads. */
    private boolean isPaused;

    /** What cached pages are read into; the current page may lie in it. */
    private @Nullable ByteBuffer own;

    /** A page in memory. @param isCached whether the cache gave it */
    private record Page(int number, ByteBuffer bytes, boolean isCached) {
        static Page of(int number, byte[] bytes, boolean isCached) {
            return new Page(number, ByteBuffer.wrap(bytes), isCached);
        }
    }

    public ObjectPages(NodeCache cache, PagedObject object, Source source) {
        this.cache = cache;
        this.object = object;
        this.source = source;
        cache.noteOpened(object);
    }

    /** Whether the source has failed, and the reader is to ask it from now on. */
    public boolean isHandedThrough() {
        return isHandedThrough;
    }

    /** Bytes that are in memory from a position on. */
    public int available(long position) {
        Page page = current;
        return page == null || position >= object.length() || page.number() != object.pageAt(position)
                ? 0
                : Math.toIntExact(object.start(page.number()) + page.bytes().limit() - position);
    }

    /** Forgets what is in memory, and what the source still sends. Also to be called at the end. */
    public void unbuffer() {
        current = null;
        if (own != null) {
            PageBuffers.SHARED.giveBack(own);
            own = null;
        }
        leaveTurn();
    }

    /**
     * Reads on from where the reader was, at most to the end of the page, or of the last one that had to be fetched.
     *
     * @param from less than the object's length
     * @param most bytes, at least one
     * @return bytes read, at least one; -1 if the reader is handed through
     */
    public int readOn(long from, byte[] to, int offset, int most) {
        if (isHandedThrough) {
            return -1;
        }
        int wanted = (int) Math.min(most, object.length() - from);
        int last = object.pageAt(from + wanted - 1);
        Map<Integer, Page> fetched = new HashMap<>();
        int done = copy(from, last, true, fetched, to, offset, wanted);
        // All that came with the same request: the cache may have no room for it.
        while (done > 0 && done < wanted && fetched.containsKey(object.pageAt(from + done))) {
            done += copy(from + done, last, true, fetched, to, offset + done, wanted - done);
        }
        return done;
    }

    /**
     * Reads a part that ends where the object does, or before.
     *
     * @return bytes read; fewer than asked for if the reader is handed through
     */
    public int read(long from, byte[] to, int offset, int bytes) {
        Map<Integer, Page> fetched = new HashMap<>();
        int done = 0;
        while (done < bytes && !isHandedThrough) {
            int last = object.pageAt(from + bytes - 1);
            int read = copy(from + done, last, false, fetched, to, offset + done, bytes - done);
            done += Math.max(0, read);
        }
        return done;
    }

    /** @return bytes read, at least one; -1 if the source failed */
    private int copy(
            long from, int last, boolean isSequential, Map<Integer, Page> fetched, byte[] to, int offset, int most) {
        Page page = page(object.pageAt(from), last, isSequential, fetched);
        if (page == null) {
            return -1;
        }
        int start = Math.toIntExact(from - object.start(page.number()));
        int bytes = Math.min(most, page.bytes().limit() - start);
        page.bytes().get(start, to, offset, bytes);
        source.countRead(bytes, page.isCached());
        return bytes;
    }

    /**
     * A page.
     *
     * @param last page that the reader wants now; pages until then that are missing as well come with the same request
     * @return null if the source failed
     */
    private @Nullable Page page(int number, int last, boolean isSequential, Map<Integer, Page> fetched) {
        Page page = current;
        if (page == null || page.number() != number) {
            page = fetched.get(number);
        }
        if (page == null) {
            page = cached(number);
        }
        if (page == null) {
            page = fetch(number, last, isSequential, fetched);
        }
        if (page != current && (page == null || page.isCached())) {
            leaveTurn();
        }
        current = page;
        return page;
    }

    /** The page, if the cache has it. @return null if not */
    private @Nullable Page cached(int number) {
        if (!cache.has(object, number)) {
            return null;
        }
        current = null; // It may lie in the buffer.
        if (own == null) {
            own = PageBuffers.SHARED.take(object.length(0));
        }
        if (!cache.read(object, number, own)) {
            return null;
        }
        source.hit();
        return new Page(number, own, true);
    }

    private @Nullable Page fetch(int number, int last, boolean isSequential, Map<Integer, Page> fetched) {
        Map<Integer, PageFetch> fetches = new HashMap<>();
        begin(number, fetches);
        if (fetches.isEmpty()) {
            Page come = await(number);
            if (come != null) {
                return come;
            }
            begin(number, fetches);
        }
        int end = number + 1;
        while (end <= last && end - number < LONGEST_RUN && !cache.has(object, end) && begin(end, fetches)) {
            end++;
        }
        try {
            if (readNeighbour(number, end, fetches, fetched)) {
                return fetched.get(number);
            }
            for (int next = number; next < end; next++) {
                fetched.put(next, Page.of(next, new byte[object.length(next)], false));
            }
            readForTask(number, end, isSequential, fetched);
            for (int next = number; next < end; next++) {
                PageFetch fetch = fetches.remove(next);
                if (fetch != null) {
                    fetch.complete(fetched.get(next).bytes().array());
                }
            }
            return fetched.get(number);
        } catch (IOException e) {
            LOG.debug("pages {} to {} of {} did not come", number, end - 1, object, e);
            for (int next = number; next < end; next++) {
                fetched.remove(next);
            }
            isHandedThrough = true;
            return null;
        } finally {
            fetches.values().forEach(PageFetch::fail);
        }
    }

    /** Keeps what comes as any page that was missing: the next reader finds it here. @return whether the first page came */
    private boolean readNeighbour(int first, int end, Map<Integer, PageFetch> fetches, Map<Integer, Page> fetched) {
        Optional<Neighbours.Run> run = cache.findNeighbour(object, first, end);
        if (run.isEmpty()) {
            return false;
        }
        int next = cache.readNeighbour(run.get(), (page, bytes) -> {
            fetched.put(page, Page.of(page, bytes, true));
            PageFetch fetch = fetches.remove(page);
            if (fetch != null) {
                fetch.complete(bytes);
            }
        });
        if (next == first) {
            return false;
        }
        source.hit();
        return true;
    }

    /**
     * Reads pages from the source, by one request.
     *
     * @param into takes each page
     */
    void readSource(int first, int end, PageSink into) throws IOException {
        Map<Integer, Page> pages = new HashMap<>();
        for (int page = first; page < end; page++) {
            pages.put(page, Page.of(page, new byte[object.length(page)], false));
        }
        readForTask(first, end, false, pages);
        pages.forEach((page, come) -> into.take(page, come.bytes().array()));
    }

    /** A page that somebody else brings in. @return null if it does not come in time */
    private @Nullable Page await(int number) {
        long begun = System.nanoTime();
        byte[] others = cache.await(object, number, Math.max(0, patienceNanos - waitedNanos));
        waitedNanos += System.nanoTime() - begun;
        long earned = others == null ? 0 : others.length * NANOS_PER_BYTE;
        patienceNanos = Math.min(patienceNanos + earned, waitedNanos + PATIENCE_NANOS);
        return others == null ? cached(number) : Page.of(number, others, true);
    }

    /** As {@link CacheFiller#fill} says. */
    public void fill(long start, long end, CacheFiller.Pace pace) throws IOException, InterruptedException {
        int first = object.pageAt(start);
        int last = object.pageAt(end - 1);
        Map<Integer, PageFetch> fetches = new HashMap<>();
        try {
            // All at once, so that a task that begins to read meanwhile follows, and does not send requests of its own.
            for (int page = first; page <= last; page++) {
                boolean isTaken = !begin(page, fetches) && !cache.has(object, page);
                if (isTaken && page > first) { // The first page may be the last one of the part before.
                    break;
                }
            }
            for (int page = first; page <= last; page++) {
                PageFetch fetch = fetches.get(page);
                if (fetch != null) {
                    byte[] bytes = new byte[object.length(page)];
                    source.read(object.start(page), bytes, true);
                    fetches.remove(page);
                    fetch.complete(bytes);
                    cache.awaitKept();
                    pace.brought(bytes.length);
                }
            }
        } finally {
            fetches.values().forEach(PageFetch::fail);
        }
    }

    private boolean begin(int number, Map<Integer, PageFetch> fetches) {
        Optional<PageFetch> fetch = cache.begin(object, number);
        fetch.ifPresent(mine -> fetches.put(number, mine));
        return fetch.isPresent();
    }

    private void readForTask(int first, int end, boolean isSequential, Map<Integer, Page> into) throws IOException {
        leaveTurn();
        cache.turns().begin();
        boolean hasRead = false;
        long begun = System.nanoTime();
        try {
            readRun(first, end, isSequential, into);
            hasRead = true;
            long bytes = object.start(end - 1) + object.length(end - 1) - object.start(first);
            cache.sourceGave(bytes, System.nanoTime() - begun);
        } finally {
            isPaused = hasRead && isSequential && object.start(end - 1) + object.length(end - 1) < object.length();
            if (isPaused) {
                cache.turns().pause(this);
            } else {
                cache.turns().end();
            }
        }
    }

    /** The source's answer is not read any further, or is read on. */
    private void leaveTurn() {
        if (isPaused) {
            isPaused = false;
            cache.turns().leave(this);
        }
    }

    private void readRun(int first, int end, boolean isSequential, Map<Integer, Page> into) throws IOException {
        long start = object.start(first);
        if (end == first + 1) {
            source.read(start, into.get(first).bytes().array(), isSequential);
            return;
        }
        // At once: under some policies of sources each read is a request.
        byte[] all = new byte[Math.toIntExact(object.start(end - 1) + object.length(end - 1) - start)];
        source.read(start, all, isSequential);
        for (int next = first; next < end; next++) {
            byte[] bytes = into.get(next).bytes().array();
            System.arraycopy(all, Math.toIntExact(object.start(next) - start), bytes, 0, bytes.length);
        }
    }
}
