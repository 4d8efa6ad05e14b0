package io.tiercel.cachefs;

import java.util.concurrent.atomic.LongAdder;

/** Bytes of the pages that tasks of this process have read, by where they came from. Thread-safe. */
public final class ReadCounts {
    private final LongAdder cache = new LongAdder();
    private final LongAdder neighbours = new LongAdder();
    private final LongAdder source = new LongAdder();

    /** From this node's cache. A page counts each time it is read. */
    public long cacheBytes() {
        return cache.sum();
    }

    /** From other nodes' caches. */
    public long neighbourBytes() {
        return neighbours.sum();
    }

    /** From the source. */
    public long sourceBytes() {
        return source.sum();
    }

    void cache(long bytes) {
        cache.add(bytes);
    }

    void neighbour(long bytes) {
        neighbours.add(bytes);
    }

    void source(long bytes) {
        source.add(bytes);
    }
}
