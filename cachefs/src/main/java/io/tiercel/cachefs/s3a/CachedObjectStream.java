package io.tiercel.cachefs.s3a;

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
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.apache.hadoop.fs.CanSetReadahead;
import org.apache.hadoop.fs.CanUnbuffer;
import org.apache.hadoop.fs.FSExceptionMessages;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.VectoredReadUtils;
import org.apache.hadoop.fs.s3a.impl.streams.InputStreamType;
import org.apache.hadoop.fs.s3a.impl.streams.ObjectInputStream;
import org.apache.hadoop.fs.s3a.impl.streams.ObjectInputStreamFactory;
import org.apache.hadoop.fs.s3a.impl.streams.ObjectReadParameters;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads an object by pages: from the node's cache, else from S3A's own stream, which is opened when it is first needed. If that stream
 * fails over a page, this one hands its reader through to it from then on, so that the reader sees what S3A alone would show.
 *
 * <p>S3A's statistics count what the source gave, by its stream, and what the cache gave, here.
 */
final class CachedObjectStream extends ObjectInputStream implements CanUnbuffer, CanSetReadahead, CacheFiller {
    private static final Logger LOG = LoggerFactory.getLogger(CachedObjectStream.class);

    /** Longest wait for a page that others bring in. A transfer may be slower than this reader. */
    private static final long PATIENCE_NANOS = 2_000_000_000;

    /** Each page that has come in time adds to the patience: pages are awaited as long as a MiB takes no longer than a second. */
    private static final long NANOS_PER_BYTE = 1_000_000_000 >> 20;

    /** Pages that one request of a positioned read brings in at most. */
    private static final int LONGEST_RUN = 32;

    private final ObjectReadParameters parameters;
    private final ObjectInputStreamFactory sources;
    private final NodeCache cache;
    private final PagedObject object;
    private final long length;

    private volatile boolean closed;
    private boolean isHandedThrough;
    private long patienceNanos = PATIENCE_NANOS;
    private long waitedNanos;
    private long position;
    private @Nullable Page current;
    private @Nullable ObjectInputStream source;
    private boolean isOpenCounted;
    private @Nullable Long readahead;

    /** A page in memory. @param isCached whether the cache gave it @param isOwn whether nobody else has its bytes */
    private record Page(int number, byte[] bytes, boolean isCached, boolean isOwn) {}

    CachedObjectStream(
            ObjectReadParameters parameters, ObjectInputStreamFactory sources, NodeCache cache, PagedObject object) {
        super(InputStreamType.Custom, parameters);
        this.parameters = parameters;
        this.sources = sources;
        this.cache = cache;
        this.object = object;
        this.length = object.length();
    }

    private ObjectInputStream source() throws IOException {
        ObjectInputStream opened = source;
        if (opened == null) {
            opened = sources.readObject(parameters);
            source = opened;
            if (readahead != null && opened instanceof CanSetReadahead settable) {
                settable.setReadahead(readahead);
            }
        }
        return opened;
    }

    private void checkOpen() throws IOException {
        if (closed) {
            throw new IOException(getUri() + ": " + FSExceptionMessages.STREAM_IS_CLOSED);
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
            getS3AStreamStatistics()
                    .streamOpened(InputStreamType.Custom); // The source's stream counts its own opening.
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
            LOG.debug("pages {} to {} of {} did not come", number, end - 1, getUri(), e);
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
        cache.turns().begin();
        try {
            readRun(first, end, isSequential, into);
        } finally {
            cache.turns().end();
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
        ObjectInputStream in = source();
        if (!isSequential) {
            in.readFully(start, bytes);
            return;
        }
        in.seek(start);
        if (in.readNBytes(bytes, 0, bytes.length) < bytes.length) {
            throw new EOFException(getUri() + " ends before " + (start + bytes.length));
        }
    }

    /** Counts bytes that the cache gave, as S3A counts those that it reads. */
    void countCached(int bytes) {
        getS3AStreamStatistics().bytesRead(bytes);
        if (getContext().getStats() != null) {
            getContext()
                    .getStats()
                    .incrementBytesRead(bytes); // Of the calling thread: Spark's input metrics of a task.
        }
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

    @Override
    public synchronized int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public synchronized int read(byte[] to, int offset, int most) throws IOException {
        checkOpen();
        validatePositionedReadArgs(position, to, offset, most);
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
            ObjectInputStream in = source();
            if (in.getPos() != position) {
                in.seek(position);
            }
            read = in.read(to, offset, most);
        }
        position += Math.max(0, read);
        return read;
    }

    @Override
    public synchronized int read(long from, byte[] to, int offset, int most) throws IOException {
        checkOpen();
        validatePositionedReadArgs(from, to, offset, most);
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

    @Override
    public synchronized void readFully(long from, byte[] to, int offset, int bytes) throws IOException {
        checkOpen();
        validatePositionedReadArgs(from, to, offset, bytes);
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

    @Override
    public void readVectored(List<? extends FileRange> ranges, IntFunction<ByteBuffer> allocate) throws IOException {
        readVectored(ranges, allocate, VectoredReadUtils.LOG_BYTE_BUFFER_RELEASED);
    }

    /**
     * Not under this stream's lock: the pool lets its callers wait for a thread, and its threads may wait for this lock to read a page that
     * is missing.
     */
    @Override
    public void readVectored(
            List<? extends FileRange> ranges, IntFunction<ByteBuffer> allocate, Consumer<ByteBuffer> release)
            throws IOException {
        Objects.requireNonNull(release, "release");
        ObjectInputStream handedThrough;
        synchronized (this) {
            checkOpen();
            handedThrough = isHandedThrough ? source() : null;
        }
        if (handedThrough != null) {
            handedThrough.readVectored(ranges, allocate, release);
            return;
        }
        List<? extends FileRange> sorted = VectoredReadUtils.validateAndSortRanges(ranges, Optional.of(length));
        new VectoredPages(this, cache, object, getBoundedThreadPool()).read(sorted, allocate, release);
    }

    /** For {@link VectoredPages}: the source's stream, and counts. */
    void readSourceVectored(List<? extends FileRange> ranges) throws IOException {
        ObjectInputStream in;
        synchronized (this) {
            in = source();
        }
        cache.turns().begin();
        try {
            in.readVectored(ranges, ByteBuffer::allocate, released -> {});
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

    boolean isClosed() {
        return closed;
    }

    @Override
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

    @Override
    public synchronized long getPos() {
        return position;
    }

    @Override
    public boolean seekToNewSource(long target) {
        return false;
    }

    @Override
    public synchronized int available() throws IOException {
        checkOpen();
        Page page = current;
        return page == null || position >= length || page.number() != object.pageAt(position)
                ? 0
                : Math.toIntExact(object.start(page.number()) + page.bytes().length - position);
    }

    @Override
    public synchronized void setReadahead(Long bytes) {
        readahead = bytes;
        if (source instanceof CanSetReadahead settable) {
            try {
                settable.setReadahead(bytes);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @Override
    public synchronized void unbuffer() {
        current = null;
        if (source instanceof CanUnbuffer buffered) {
            buffered.unbuffer();
        }
    }

    @Override
    public boolean hasCapability(String capability) {
        return switch (capability.toLowerCase(Locale.ROOT)) {
            case StreamCapabilities.UNBUFFER,
                    StreamCapabilities.READAHEAD,
                    StreamCapabilities.VECTOREDIO,
                    StreamCapabilities.IOSTATISTICS_CONTEXT -> true;
            default -> super.hasCapability(capability);
        };
    }

    @Override
    protected boolean isStreamOpen() {
        return !closed;
    }

    @Override
    protected void abortInFinalizer() {
        try {
            close();
        } catch (IOException e) {
            LOG.debug("closing {}", getUri(), e);
        }
    }

    @Override
    public synchronized void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        current = null;
        ObjectInputStream opened = source;
        if (opened != null) {
            opened.close(); // Also closes the callbacks and statistics that it shares with this stream.
        } else {
            super.close();
        }
    }
}
