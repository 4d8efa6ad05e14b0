package io.tiercel.cachefs.s3a;

import io.tiercel.cachefs.CacheFiller;
import io.tiercel.cachefs.NodeCache;
import io.tiercel.cachefs.store.PagedObject;
import io.tiercel.cachefs.stream.PageReader;
import io.tiercel.cachefs.stream.PageSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.apache.hadoop.fs.CanSetReadahead;
import org.apache.hadoop.fs.CanUnbuffer;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.VectoredReadUtils;
import org.apache.hadoop.fs.s3a.impl.streams.InputStreamType;
import org.apache.hadoop.fs.s3a.impl.streams.ObjectInputStream;
import org.apache.hadoop.fs.s3a.impl.streams.ObjectReadParameters;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The reader of a node's cache as one of S3A's streams. S3A's own stream reads what is missing, and is opened when it is first needed. */
final class CachedS3AStream extends ObjectInputStream implements CanUnbuffer, CanSetReadahead, CacheFiller {
    private static final Logger LOG = LoggerFactory.getLogger(CachedS3AStream.class);

    private final PageReader pages;

    CachedS3AStream(ObjectReadParameters parameters, StockStreams sources, NodeCache cache, PagedObject object) {
        super(InputStreamType.Custom, parameters);
        this.pages = new PageReader(new Stock(parameters, sources), cache, object);
    }

    /** S3A's own stream, which shares parameters, callbacks and statistics with this one. */
    private final class Stock implements PageSource {
        private final ObjectReadParameters parameters;
        private final StockStreams sources;
        private final UncountedReads statistics;

        Stock(ObjectReadParameters parameters, StockStreams sources) {
            this.statistics = new UncountedReads(getS3AStreamStatistics());
            this.parameters = parameters.withStreamStatistics(statistics.proxy());
            this.sources = sources;
        }

        @Override
        public FSDataInputStream open(boolean isInSequence) throws IOException {
            return new FSDataInputStream(
                    isInSequence ? sources.readInSequence(parameters) : sources.readObject(parameters));
        }

        @Override
        public void countOpened() {
            getS3AStreamStatistics().streamOpened(InputStreamType.Custom);
        }

        @Override
        public void countRead(int bytes, boolean isCached) {
            getS3AStreamStatistics().bytesRead(bytes);
            countInFileSystem(bytes);
        }

        @Override
        public void discount(long bytes) {
            countInFileSystem(-bytes);
        }

        /** Of the calling thread: Spark's input metrics of a task. */
        private void countInFileSystem(long bytes) {
            if (getContext().getStats() != null) {
                getContext().getStats().incrementBytesRead(bytes);
            }
        }

        @Override
        public void handThrough() {
            statistics.countFromNowOn();
        }

        @Override
        public Executor threads() {
            return getBoundedThreadPool();
        }

        @Override
        public void readVectored(
                FSDataInputStream in,
                List<? extends FileRange> ranges,
                IntFunction<ByteBuffer> allocate,
                Consumer<ByteBuffer> release)
                throws IOException {
            in.readVectored(ranges, allocate, release);
        }

        @Override
        public String toString() {
            return getUri();
        }
    }

    @Override
    public void fill(long start, long end, Pace pace) throws IOException, InterruptedException {
        pages.fill(start, end, pace);
    }

    @Override
    public int read() throws IOException {
        return pages.read();
    }

    @Override
    public int read(byte[] to, int offset, int most) throws IOException {
        return pages.read(to, offset, most);
    }

    @Override
    public int read(long from, byte[] to, int offset, int most) throws IOException {
        return pages.read(from, to, offset, most);
    }

    @Override
    public void readFully(long from, byte[] to, int offset, int bytes) throws IOException {
        pages.readFully(from, to, offset, bytes);
    }

    @Override
    public void readVectored(List<? extends FileRange> ranges, IntFunction<ByteBuffer> allocate) throws IOException {
        pages.readVectored(ranges, allocate, VectoredReadUtils.LOG_BYTE_BUFFER_RELEASED);
    }

    @Override
    public void readVectored(
            List<? extends FileRange> ranges, IntFunction<ByteBuffer> allocate, Consumer<ByteBuffer> release)
            throws IOException {
        pages.readVectored(ranges, allocate, release);
    }

    @Override
    public void seek(long to) throws IOException {
        pages.seek(to);
    }

    @Override
    public long getPos() {
        return pages.getPos();
    }

    @Override
    public boolean seekToNewSource(long target) {
        return false;
    }

    @Override
    public int available() throws IOException {
        return pages.available();
    }

    @Override
    public void setReadahead(Long bytes) {
        pages.setReadahead(bytes);
    }

    @Override
    public void unbuffer() {
        pages.unbuffer();
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
        return !pages.isClosed();
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
        if (!pages.isClosed() && !pages.close()) {
            super.close(); // Else S3A's stream has closed the callbacks and statistics that it shares with this one.
        }
    }
}
