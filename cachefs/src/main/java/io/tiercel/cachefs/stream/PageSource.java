package io.tiercel.cachefs.stream;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileRange;

/** The stock stream below the cache, for one reader. */
public interface PageSource {
    /**
     * The stock stream. Is called once, when a page is first missing. All its bytes are of the version that pages are known by, or its
     * reads fail.
     */
    FSDataInputStream open() throws IOException;

    /** The first page came from the cache, and the stock stream is not open. */
    default void countOpened() {}

    /** Counts bytes that the cache gave, as the stock stream counts those that it reads. */
    void countCached(int bytes);

    /** Reads cached pages of vectored reads. */
    Executor threads();

    /** A vectored read that passes the cache by. Streams before Hadoop 3.4.2 cannot give buffers back. */
    default void readVectored(
            FSDataInputStream in,
            List<? extends FileRange> ranges,
            IntFunction<ByteBuffer> allocate,
            Consumer<ByteBuffer> release)
            throws IOException {
        in.readVectored(ranges, allocate);
    }

    /** For messages. */
    @Override
    String toString();
}
