package io.tiercel.cachefs.stream;

import io.tiercel.cachefs.CacheFiller;
import io.tiercel.cachefs.NodeCache;
import io.tiercel.cachefs.PageFetch;
import io.tiercel.cachefs.store.PagedObject;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSExceptionMessages;
import org.apache.hadoop.fs.FileRange;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads an object by pages: from the node's cache, else from the stock stream, which is opened when it is first needed. If that stream
 * fails over a page, this one hands its reader through to it from then on, so that the reader sees what the stock stream alone would show.
 *
 * <p>The stock stream counts what it gave, and is told what the cache gave.
 */
public final class PageReader implements CacheFiller {
    private static final Logger LOG = LoggerFactory.getLogger(PageReader.class);

    /** Longest wait for a page that others bring in. A transfer may be slower than this reader. */
    private static final long PATIENCE_NANOS = 2_000_000_000;

    /** Each page that has come in time adds to the patience: pages are awaited as long as a MiB takes no longer than a second. */
    private static final long NANOS_PER_BYTE = 1_000_000_000 >> 20;

    /** Pages that one request of a positioned read brings in at most. */
    private static final int LONGEST_RUN = 32;

    private final PageSource stock;
    private final NodeCache cache;
    private final PagedObject object;
    private final long length;

    private volatile boolean closed;
    private boolean isHandedThrough;
    private long patienceNanos = PATIENCE_NANOS;
    private long waitedNanos;
    private long position;
    private @Nullable Page current;
    private @Nullable FSDataInputStream source;
    private boolean isOpenCounted;
    /** Whether the source's answer goes on while nobody reads. */
    private boolean isPaused;

    private @Nullable Long readahead;

    /** A page in memory. @param isCached whether the cache gave it @param isOwn whether nobody else has its bytes */
    private record Page(int number, byte[] bytes, boolean isCached, boolean isOwn) {}

    public PageReader(PageSource stock, NodeCache cache, PagedObject object) {
        this.stock = stock;
        this.cache = cache;
        this.object = object;
        this.length = object.length();
    }

    private FSDataInputStream source() throws IOException {
        FSDataInputStream opened = source;
        if (opened == null) {
            opened = stock.open();
            source = opened;
            if (readahead != null) {
                setReadahead(opened, readahead);
            }
        }
        return opened;
    }

    private static void setReadahead(FSDataInputStream in, @Nullable Long bytes) {
        try {
            in.setReadahead(bytes);
        } catch (UnsupportedOperationException e) {
            // It is a hint.
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void checkOpen() throws IOException {
        if (closed) {
            throw new IOException(stock + ": " + FSExceptionMessages.STREAM_IS_CLOSED);
        }
    }

    /** The page, if the cache has it. @return null if not */
    private @Nullable Page cached(int number) {
        Page before = current;
        current = null;
        // Pages that were brought in belong to others as well.
        byte[] bytes = cache.read(object, number, before != null && before.isOwn() ? before.bytes() : null);
        if (bytes == null) {
            return null;
        }
        if (source == null && !isOpenCounted) {
            isOpenCounted = true;
            stock.countOpened(); // The source's stream counts its own opening.
        }
        return new Page(number, bytes, true, true);
    }

    /**
     * A page.
     *
     * @param last page that the reader wants now; pages until then that are missing as well come with the same request
     * @param isSequential whether the reader goes on from where it was
     * @return null if the source failed, and the reader is to be handed through
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

    private @Nullable Page fetch(int number, int last, boolean isSequential, Map<Integer, Page> fetched) {
        Map<Integer, PageFetch> fetches = new HashMap<>();
        begin(number, fetches);
        if (fetches.isEmpty()) {
            long begun = System.nanoTime();
            byte[] others = cache.await(object, number, Math.max(0, patienceNanos - waitedNanos));
            waitedNanos += System.nanoTime() - begun;
            long earned = others == null ? 0 : others.length * NANOS_PER_BYTE;
            patienceNanos = Math.min(patienceNanos + earned, waitedNanos + PATIENCE_NANOS);
            Page come = others == null ? cached(number) : new Page(number, others, true, false);
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
            for (int next = number; next < end; next++) {
                fetched.put(next, new Page(next, new byte[object.length(next)], false, false));
            }
            readForTask(number, end, isSequential, fetched);
            for (int next = number; next < end; next++) {
                PageFetch fetch = fetches.remove(next);
                if (fetch != null) {
                    fetch.complete(fetched.get(next).bytes());
                }
            }
            return fetched.get(number);
        } catch (IOException e) {
            LOG.debug("pages {} to {} of {} did not come", number, end - 1, stock, e);
            for (int next = number; next < end; next++) {
                fetched.remove(next);
            }
            isHandedThrough = true;
            return null;
        } finally {
            fetches.values().forEach(PageFetch::fail);
        }
    }

    @Override
    public synchronized void fill(long start, long end, Pace pace) throws IOException, InterruptedException {
        checkOpen();
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
                    readRun(page, page + 1, true, Map.of(page, new Page(page, bytes, false, false)));
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
        try {
            readRun(first, end, isSequential, into);
            hasRead = true;
        } finally {
            isPaused = hasRead && isSequential && object.start(end - 1) + object.length(end - 1) < length;
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
            read(start, into.get(first).bytes(), isSequential);
            return;
        }
        // At once: under some of S3A's policies each read is a request.
        byte[] all = new byte[Math.toIntExact(object.start(end - 1) + object.length(end - 1) - start)];
        read(start, all, isSequential);
        for (int next = first; next < end; next++) {
            byte[] bytes = into.get(next).bytes();
            System.arraycopy(all, Math.toIntExact(object.start(next) - start), bytes, 0, bytes.length);
        }
    }

    private void read(long start, byte[] bytes, boolean isSequential) throws IOException {
        FSDataInputStream in = source();
        if (!isSequential) {
            in.readFully(start, bytes);
            return;
        }
        in.seek(start);
        if (in.readNBytes(bytes, 0, bytes.length) < bytes.length) {
            throw new EOFException(stock + " ends before " + (start + bytes.length));
        }
    }

    void countCached(int bytes) {
        stock.countCached(bytes);
    }

    /** @return bytes read, at least one; -1 if the source failed */
    private int copy(
            long from, int last, boolean isSequential, Map<Integer, Page> fetched, byte[] to, int offset, int most) {
        Page page = page(object.pageAt(from), last, isSequential, fetched);
        if (page == null) {
            return -1;
        }
        int start = Math.toIntExact(from - object.start(page.number()));
        int bytes = Math.min(most, page.bytes().length - start);
        System.arraycopy(page.bytes(), start, to, offset, bytes);
        if (page.isCached()) {
            countCached(bytes);
        }
        return bytes;
    }

    /** The errors of Hadoop's own streams. */
    private static void checkArguments(long from, byte @Nullable [] to, int offset, int bytes) throws EOFException {
        if (bytes < 0) {
            throw new IllegalArgumentException("length is negative");
        }
        if (from < 0) {
            throw new EOFException("position is negative");
        }
        if (to == null) {
            throw new IllegalArgumentException("Null buffer");
        }
        if (offset < 0 || to.length - offset < bytes) {
            throw new IndexOutOfBoundsException(FSExceptionMessages.TOO_MANY_BYTES_FOR_DEST_BUFFER + ": request length="
                    + bytes + ", with offset =" + offset + "; buffer capacity =" + (to.length - offset));
        }
    }

    public synchronized int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    public synchronized int read(byte[] to, int offset, int most) throws IOException {
        checkOpen();
        checkArguments(position, to, offset, most);
        if (most == 0) {
            return 0;
        }
        if (position >= length) {
            return -1;
        }
        int read = -1;
        if (!isHandedThrough) {
            int last = object.pageAt(Math.min(length, position + most) - 1);
            read = copy(position, last, true, new HashMap<>(), to, offset, most);
        }
        if (isHandedThrough) {
            FSDataInputStream in = source();
            if (in.getPos() != position) {
                in.seek(position);
            }
            read = in.read(to, offset, most);
        }
        position += Math.max(0, read);
        return read;
    }

    public synchronized int read(long from, byte[] to, int offset, int most) throws IOException {
        checkOpen();
        checkArguments(from, to, offset, most);
        if (most == 0) {
            return 0;
        }
        if (from >= length) {
            return -1;
        }
        int done = readPages(from, to, offset, (int) Math.min(most, length - from));
        return done > 0 ? done : source().read(from, to, offset, most);
    }

    /** @return bytes read; fewer than asked for if the source failed */
    private int readPages(long from, byte[] to, int offset, int bytes) {
        Map<Integer, Page> fetched = new HashMap<>();
        int done = 0;
        while (done < bytes && !isHandedThrough) {
            int last = object.pageAt(from + bytes - 1);
            int read = copy(from + done, last, false, fetched, to, offset + done, bytes - done);
            done += Math.max(0, read);
        }
        return done;
    }

    public synchronized void readFully(long from, byte[] to, int offset, int bytes) throws IOException {
        checkOpen();
        checkArguments(from, to, offset, bytes);
        if (bytes == 0) {
            return;
        }
        if (from + bytes > length) {
            throw new EOFException(FSExceptionMessages.EOF_IN_READ_FULLY);
        }
        int done = readPages(from, to, offset, bytes);
        if (done < bytes) {
            source().readFully(from + done, to, offset + done, bytes - done);
        }
    }

    /**
     * Not under this stream's lock: the pool lets its callers wait for a thread, and its threads may wait for this lock to read a page that
     * is missing.
     *
     * @param release takes buffers of ranges that fail
     */
    public void readVectored(
            List<? extends FileRange> ranges, IntFunction<ByteBuffer> allocate, Consumer<ByteBuffer> release)
            throws IOException {
        Objects.requireNonNull(release, "release");
        FSDataInputStream handedThrough;
        synchronized (this) {
            checkOpen();
            handedThrough = isHandedThrough ? source() : null;
        }
        if (handedThrough != null) {
            stock.readVectored(handedThrough, ranges, allocate, release);
            return;
        }
        new VectoredPages(this, cache, object, stock.threads())
                .read(VectoredPages.sorted(ranges, length), allocate, release);
    }

    /** For {@link VectoredPages}: the source's stream, and counts. */
    void readSourceVectored(List<? extends FileRange> ranges) throws IOException {
        FSDataInputStream in;
        synchronized (this) {
            in = source();
        }
        cache.turns().begin();
        try {
            stock.readVectored(in, ranges, ByteBuffer::allocate, released -> {});
            CompletableFuture.allOf(ranges.stream().map(FileRange::getData).toArray(CompletableFuture<?>[]::new))
                    .whenComplete((done, failure) -> cache.turns().end());
        } catch (IOException | RuntimeException | Error e) {
            cache.turns().end();
            throw e;
        }
    }

    /** For {@link VectoredPages}: any bytes, by the ordinary way. Other threads may be at it. */
    byte[] readPageAnyhow(int number) throws IOException {
        byte[] bytes = new byte[object.length(number)];
        readFully(object.start(number), bytes, 0, bytes.length);
        return bytes;
    }

    public boolean isClosed() {
        return closed;
    }

    public synchronized void seek(long to) throws IOException {
        checkOpen();
        if (to < 0) {
            throw new EOFException(FSExceptionMessages.NEGATIVE_SEEK + " " + to);
        }
        if (to > length) {
            throw new EOFException(FSExceptionMessages.CANNOT_SEEK_PAST_EOF + " " + to);
        }
        position = to;
    }

    public synchronized long getPos() {
        return position;
    }

    public synchronized int available() throws IOException {
        checkOpen();
        Page page = current;
        return page == null || position >= length || page.number() != object.pageAt(position)
                ? 0
                : Math.toIntExact(object.start(page.number()) + page.bytes().length - position);
    }

    /** @param bytes null for the default */
    public synchronized void setReadahead(@Nullable Long bytes) {
        readahead = bytes;
        if (source != null) {
            setReadahead(source, bytes);
        }
    }

    public synchronized void unbuffer() {
        current = null;
        leaveTurn();
        if (source != null) {
            source.unbuffer();
        }
    }

    /** Also closes the stock stream, if it was opened. @return whether this was so; false at later calls */
    public synchronized boolean close() throws IOException {
        if (closed) {
            return false;
        }
        closed = true;
        current = null;
        leaveTurn();
        if (source == null) {
            return false;
        }
        source.close();
        return true;
    }
}
