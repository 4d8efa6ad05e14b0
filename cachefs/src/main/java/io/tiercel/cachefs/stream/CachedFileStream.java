package io.tiercel.cachefs.stream;

import io.tiercel.cachefs.CacheFiller;
import io.tiercel.cachefs.NodeCache;
import io.tiercel.cachefs.store.PagedObject;
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
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.statistics.IOStatistics;
import org.apache.hadoop.fs.statistics.IOStatisticsSource;
import org.apache.hadoop.fs.statistics.StreamStatisticNames;
import org.apache.hadoop.fs.statistics.impl.IOStatisticsStore;
import org.jspecify.annotations.Nullable;

/**
 * The reader of a node's cache as a stream of any file system. The stock stream below it is open from the beginning: opening it has shown
 * that the user may read, and its statistics and capabilities are this one's.
 */
public final class CachedFileStream extends FSInputStream
        implements CanUnbuffer, CanSetReadahead, StreamCapabilities, IOStatisticsSource, CacheFiller {
    private final FSDataInputStream stock;
    private final PageReader pages;

    /**
     * @param stock all its bytes are of the object's version, or its reads fail; is closed with this one
     * @param statistics of its file system; null to count nothing
     * @param name for messages
     */
    public CachedFileStream(
            FSDataInputStream stock,
            NodeCache cache,
            PagedObject object,
            FileSystem.@Nullable Statistics statistics,
            String name) {
        this.stock = stock;
        this.pages = new PageReader(new Stock(stock, statistics, name), cache, object);
    }

    private static final class Stock implements PageSource {
        private final FSDataInputStream in;
        private final FileSystem.@Nullable Statistics statistics;
        private final String name;

        Stock(FSDataInputStream in, FileSystem.@Nullable Statistics statistics, String name) {
            this.in = in;
            this.statistics = statistics;
            this.name = name;
        }

        @Override
        public FSDataInputStream open(boolean isInSequence) {
            return in;
        }

        @Override
        public void countRead(int bytes, boolean isCached) {
            if (!isCached) {
                return;
            }
            if (statistics != null) {
                statistics.incrementBytesRead(bytes);
            }
            if (in.getIOStatistics() instanceof IOStatisticsStore counters) {
                counters.incrementCounter(StreamStatisticNames.STREAM_READ_BYTES, bytes);
            }
        }

        @Override
        public Executor threads() {
            return CopyThreads.shared();
        }

        @Override
        public String toString() {
            return name;
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
        pages.readVectored(ranges, allocate, released -> {});
    }

    @Override
    public void readVectored(
            List<? extends FileRange> ranges, IntFunction<ByteBuffer> allocate, Consumer<ByteBuffer> release)
            throws IOException {
        pages.readVectored(ranges, allocate, release);
    }

    @Override
    public int minSeekForVectorReads() {
        return stock.minSeekForVectorReads();
    }

    @Override
    public int maxReadSizeForVectorReads() {
        return stock.maxReadSizeForVectorReads();
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

    /** Buffers are never parts of others: ranges are copied from pages. */
    @Override
    public boolean hasCapability(String capability) {
        return switch (capability.toLowerCase(Locale.ROOT)) {
            case StreamCapabilities.UNBUFFER -> true;
            case StreamCapabilities.VECTOREDIO_BUFFERS_SLICED -> false;
            default -> stock.hasCapability(capability);
        };
    }

    @Override
    public @Nullable IOStatistics getIOStatistics() {
        return stock.getIOStatistics();
    }

    @Override
    public void close() throws IOException {
        if (!pages.isClosed() && !pages.close()) {
            stock.close();
        }
    }
}
