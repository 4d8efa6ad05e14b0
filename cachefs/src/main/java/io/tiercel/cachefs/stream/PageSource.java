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
     *
     * @param isInSequence whether the reader reads on, and the next page is missing too. Readers of tables mostly begin with the last page
     */
    FSDataInputStream open(boolean isInSequence) throws IOException;

    /** The first page came from the cache, and the stock stream is not open. */
    default void countOpened() {}

    /**
     * The reader got bytes of a page. They are to be counted as the stock stream counts what it reads, unless it has counted them.
     *
     * @param isCached whether the cache gave the page; else the stock stream has, and {@link #discount} was told
     */
    void countRead(int bytes, boolean isCached);

    /** The stock stream has read bytes of pages, of which the reader may want fewer. */
    default void discount(long bytes) {}

    /** From now on the reader reads the stock stream itself. May be told again. */
    default void handThrough() {}

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
