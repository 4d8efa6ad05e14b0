package io.tiercel.cachefs.stream;

import java.nio.ByteBuffer;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Buffers into which cached pages are read. Direct ones, because the JDK copies what it reads into any other once more, and kept, because
 * they are freed by the garbage collector alone. They take 32 MiB or a sixteenth of the heap at most; beyond that readers get buffers on
 * the heap.
 */
final class PageBuffers {
    /** Of all streams in this process. */
    static final PageBuffers SHARED =
            new PageBuffers(Math.min(32 << 20, Runtime.getRuntime().maxMemory() / 16));

    private static final int LEAST = 64 << 10;

    private final long most;
    /** By capacity, a power of two. The one that was used last comes first: the processor may have it in its cache. */
    private final Map<Integer, Deque<ByteBuffer>> free = new ConcurrentHashMap<>();

    /** Bytes of all direct buffers, whether they are free or not. */
    private final AtomicLong allocated = new AtomicLong();

    /** @param most bytes of all direct buffers */
    PageBuffers(long most) {
        this.most = most;
    }

    /** A buffer for at least so many bytes; its content is undefined. */
    ByteBuffer take(int bytes) {
        if (bytes > most) {
            return ByteBuffer.allocate(bytes);
        }
        int capacity = Math.max(LEAST, Integer.highestOneBit(2 * bytes - 1));
        ByteBuffer kept = free(capacity).poll();
        if (kept != null) {
            return kept.clear();
        }
        if (allocated.addAndGet(capacity) <= most) {
            try {
                return ByteBuffer.allocateDirect(capacity);
            } catch (OutOfMemoryError e) {
                allocated.addAndGet(most); // The JVM's limit. A further try would collect garbage and wait.
            }
        }
        allocated.addAndGet(-capacity);
        return ByteBuffer.allocate(bytes);
    }

    /** Nobody may use the buffer any more. */
    void giveBack(ByteBuffer buffer) {
        if (buffer.isDirect()) {
            free(buffer.capacity()).push(buffer);
        }
    }

    private Deque<ByteBuffer> free(int capacity) {
        return free.computeIfAbsent(capacity, any -> new ConcurrentLinkedDeque<>());
    }
}
