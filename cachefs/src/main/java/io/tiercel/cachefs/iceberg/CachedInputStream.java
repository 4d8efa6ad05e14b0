package io.tiercel.cachefs.iceberg;

import io.tiercel.cachefs.iceberg.SourceAnswers.Answer;
import io.tiercel.cachefs.stream.ObjectPages;
import java.io.EOFException;
import java.io.IOException;
import java.util.Objects;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.RangeReadable;
import org.apache.iceberg.io.SeekableInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads a file by pages: from the node's cache, else from the source's own stream, which is opened when it is first needed. If that
 * stream fails over a page, this one hands its reader through to it. A reader never gets bytes of two versions if the source tells
 * versions: then the stream demands the one with which it has begun.
 */
final class CachedInputStream extends SeekableInputStream implements RangeReadable {
    private final InputFile file;
    private final Answer answer;
    private final FileCache cache;
    private final ObjectPages pages;
    private final long length;

    private @Nullable SeekableInputStream source;
    private long position;
    private boolean hasGiven;
    private boolean closed;

    CachedInputStream(InputFile file, Answer answer, FileCache cache) {
        this.file = file;
        this.answer = answer;
        this.cache = cache;
        this.pages = new ObjectPages(cache.pages(), cache.paged(answer), new OwnStream());
        this.length = answer.length();
    }

    /** The source's own stream. */
    private final class OwnStream implements ObjectPages.Source {
        @Override
        public void read(long start, byte[] into, boolean isSequential) throws IOException {
            try {
                ThreadVersions.expecting(answer.tag(), () -> readFrom(start, into, 0, into.length, isSequential));
            } catch (RuntimeException e) { // The AWS SDK's errors among others.
                throw new IOException(e);
            }
        }

        @Override
        public void hit() {}

        @Override
        public void countRead(int bytes, boolean isCached) {
            if (isCached && answer.tag() != null) {
                cache.counter().increment(bytes);
            }
        }
    }

    private SeekableInputStream source() {
        SeekableInputStream opened = source;
        if (opened == null) {
            opened = file.newStream();
            source = opened;
        }
        return opened;
    }

    private int readFrom(long start, byte[] into, int offset, int bytes, boolean isSequential) throws IOException {
        SeekableInputStream in = source();
        if (!isSequential && in instanceof RangeReadable ranges) {
            ranges.readFully(start, into, offset, bytes);
        } else {
            in.seek(start);
            if (in.readNBytes(into, offset, bytes) < bytes) {
                throw new EOFException(file.location() + " ends before " + (start + bytes));
            }
        }
        return bytes;
    }

    /** Reads as the source alone would. A reader that has bytes of one version gets no others. */
    private int readHandedThrough(ThreadVersions.Read<Integer> read) throws IOException {
        cache.answers().forget(file.location());
        try {
            return ThreadVersions.expecting(hasGiven ? answer.tag() : null, read);
        } catch (FileChangedException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private void checkOpen() {
        if (closed) {
            throw new IllegalStateException(file.location() + ": expected an open stream, got a closed one");
        }
    }

    @Override
    public synchronized int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public synchronized int read(byte[] to, int offset, int most) throws IOException {
        checkOpen();
        Objects.checkFromIndexSize(offset, most, to.length);
        if (most == 0) {
            return 0;
        }
        if (position >= length && !pages.isHandedThrough()) {
            return -1;
        }
        int read = pages.readOn(position, to, offset, most);
        if (read < 0) {
            read = readHandedThrough(() -> {
                SeekableInputStream in = source();
                if (in.getPos() != position) {
                    in.seek(position);
                }
                return in.read(to, offset, most);
            });
        }
        position += Math.max(0, read);
        hasGiven |= read > 0;
        return read;
    }

    @Override
    public synchronized void readFully(long from, byte[] to, int offset, int bytes) throws IOException {
        checkOpen();
        Objects.checkFromIndexSize(offset, bytes, to.length);
        if (from < 0 || from + bytes > length && !pages.isHandedThrough()) {
            throw new EOFException(file.location() + ": expected a part of " + length + " bytes, got " + bytes
                    + " from " + from + " on");
        }
        int done = bytes == 0 ? 0 : pages.read(from, to, offset, bytes);
        hasGiven |= done > 0;
        if (done < bytes) {
            int read = done;
            readHandedThrough(() -> readFrom(from + read, to, offset + read, bytes - read, false));
            hasGiven = true;
        }
    }

    @Override
    public synchronized int readTail(byte[] to, int offset, int most) throws IOException {
        int bytes = (int) Math.min(most, length);
        readFully(length - bytes, to, offset, bytes);
        return bytes;
    }

    @Override
    public synchronized int available() {
        checkOpen();
        return pages.available(position);
    }

    @Override
    public synchronized long getPos() {
        return position;
    }

    @Override
    public synchronized void seek(long to) {
        checkOpen();
        if (to < 0) {
            throw new IllegalArgumentException(file.location() + ": expected a position of at least 0, got " + to);
        }
        position = to;
    }

    @Override
    public synchronized void close() throws IOException {
        closed = true;
        pages.unbuffer();
        if (source != null) {
            source.close();
        }
    }
}
