package io.tiercel.cachefs.stream;

import io.tiercel.cachefs.CacheFiller;
import io.tiercel.cachefs.NodeCache;
import io.tiercel.cachefs.peer.PageSink;
import io.tiercel.cachefs.store.PagedObject;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSExceptionMessages;
import org.apache.hadoop.fs.FileRange;
import org.jspecify.annotations.Nullable;

/**
 * Reads an object by pages: from the node's cache, else from the stock stream, which is opened when it is first needed. If that stream
 * fails over a page, this one hands its reader through to it from then on, so that the reader sees what the stock stream alone would show.
 *
 * <p>The stock stream counts what it gave, and is told what the cache gave.
 */
public final class PageReader implements CacheFiller {
    private final PageSource stock;
    private final NodeCache cache;
    private final PagedObject object;
    private final ObjectPages pages;
    private final long length;

    private volatile boolean closed;
    private long position;
    private @Nullable FSDataInputStream source;
    private boolean isOpenCounted;
    private @Nullable Long readahead;

    public PageReader(PageSource stock, NodeCache cache, PagedObject object) {
        this.stock = stock;
        this.cache = cache;
        this.object = object;
        this.pages = new ObjectPages(cache, object, new Source());
        this.length = object.length();
    }

    private FSDataInputStream source(boolean isInSequence) throws IOException {
        FSDataInputStream opened = source;
        if (opened == null) {
            opened = stock.open(isInSequence);
            source = opened;
            if (readahead != null) {
                setReadahead(opened, readahead);
            }
        }
        return opened;
    }

    /** The stock stream, for the reader itself: the one that is open, else a new one. */
    private FSDataInputStream handThrough() throws IOException {
        stock.handThrough();
        return source(false);
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

    /** The stock stream. Called under this reader's lock. */
    private final class Source implements ObjectPages.Source {
        @Override
        public void read(long start, byte[] into, boolean isSequential) throws IOException {
            FSDataInputStream in = source(source == null && isSequential && isNextMissing(object.pageAt(start)));
            if (isSequential) {
                in.seek(start);
                if (in.readNBytes(into, 0, into.length) < into.length) {
                    throw new EOFException(stock + " ends before " + (start + into.length));
                }
            } else {
                in.readFully(start, into);
            }
            stock.discount(into.length);
        }

        /** A reader that finds the next page in the cache leaves the source's answer. */
        private boolean isNextMissing(int page) {
            return page < object.pages() - 1 && !cache.has(object, page + 1);
        }

        @Override
        public void hit() {
            if (source == null && !isOpenCounted) {
                isOpenCounted = true;
                stock.countOpened(); // The source's stream counts its own opening.
            }
        }

        @Override
        public void countRead(int bytes, boolean isCached) {
            stock.countRead(bytes, isCached);
        }

        @Override
        public String toString() {
            return stock.toString();
        }
    }

    @Override
    public synchronized void fill(long start, long end, Pace pace) throws IOException, InterruptedException {
        checkOpen();
        pages.fill(start, end, pace);
    }

    /** For {@link VectoredPages}: the reader got bytes of a page. */
    void countRead(int bytes, boolean isCached) {
        stock.countRead(bytes, isCached);
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
        int read = pages.readOn(position, to, offset, most);
        if (read < 0) {
            FSDataInputStream in = handThrough();
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
        int done = pages.read(from, to, offset, (int) Math.min(most, length - from));
        return done > 0 ? done : handThrough().read(from, to, offset, most);
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
        int done = pages.read(from, to, offset, bytes);
        if (done < bytes) {
            handThrough().readFully(from + done, to, offset + done, bytes - done);
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
            handedThrough = pages.isHandedThrough() ? handThrough() : null;
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
            in = source(false);
        }
        cache.turns().begin();
        long begun = System.nanoTime();
        try {
            stock.readVectored(in, ranges, ByteBuffer::allocate, released -> {});
            ranges.forEach(range -> range.getData().thenRun(() -> {
                stock.discount(range.getLength());
                cache.sourceGave(range.getLength(), System.nanoTime() - begun);
            }));
            CompletableFuture.allOf(ranges.stream().map(FileRange::getData).toArray(CompletableFuture<?>[]::new))
                    .whenComplete((done, failure) -> cache.turns().end());
        } catch (IOException | RuntimeException | Error e) {
            cache.turns().end();
            throw e;
        }
    }

    /** For {@link VectoredPages}: pages in a row, by one request of the source. */
    synchronized void readSource(int first, int end, PageSink into) throws IOException {
        checkOpen();
        pages.readSource(first, end, into);
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
        return pages.available(position);
    }

    /** @param bytes null for the default */
    public synchronized void setReadahead(@Nullable Long bytes) {
        readahead = bytes;
        if (source != null) {
            setReadahead(source, bytes);
        }
    }

    public synchronized void unbuffer() {
        pages.unbuffer();
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
        pages.unbuffer();
        if (source == null) {
            return false;
        }
        source.close();
        return true;
    }
}
