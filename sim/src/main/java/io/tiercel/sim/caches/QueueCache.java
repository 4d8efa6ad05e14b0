package io.tiercel.sim.caches;

import java.util.BitSet;

/** A cache that brings in each block that is read and fits, and chooses by the blocks' order which ones go. */
abstract class QueueCache implements BlockCache {
    final AccessTrace trace;
    final LinkedBlocks queue;
    private final long capacity;
    private final double batch;
    private long used;

    /** @param batch part of the capacity by which more is evicted than is needed now */
    QueueCache(AccessTrace trace, long capacity, double batch) {
        this.trace = trace;
        this.queue = new LinkedBlocks(trace.distinctBlocks());
        this.capacity = capacity;
        this.batch = batch;
    }

    @Override
    public final boolean read(int block) {
        if (queue.contains(block)) {
            readAgain(block);
            return true;
        }
        long bytes = trace.size(block);
        if (bytes <= capacity) {
            if (used + bytes > capacity) {
                makeRoom(Math.min(used, used + bytes - capacity + (long) (batch * capacity)));
            }
            queue.add(block);
            used += bytes;
            cameIn(block);
        }
        return false;
    }

    /** A block that is here is read. */
    abstract void readAgain(int block);

    /** A block has come in. */
    void cameIn(int block) {}

    /** Evicts so many bytes at least. */
    abstract void makeRoom(long bytes);

    final void evict(int block) {
        queue.remove(block);
        used -= trace.size(block);
    }

    final void evictOldest(long bytes) {
        for (long left = bytes; left > 0; ) {
            int oldest = queue.oldest();
            left -= trace.size(oldest);
            evict(oldest);
        }
    }

    /** First in, first out: reads count for nothing. */
    static final class Fifo extends QueueCache {
        Fifo(AccessTrace trace, long capacity) {
            super(trace, capacity, 0);
        }

        @Override
        void readAgain(int block) {}

        @Override
        void makeRoom(long bytes) {
            evictOldest(bytes);
        }
    }

    /** Least recently used: MixApart's policy. */
    static final class Lru extends QueueCache {
        Lru(AccessTrace trace, long capacity, double batch) {
            super(trace, capacity, batch);
        }

        @Override
        void readAgain(int block) {
            queue.remove(block);
            queue.add(block);
        }

        @Override
        void makeRoom(long bytes) {
            evictOldest(bytes);
        }
    }

    /** SIEVE (Zhang et al., NSDI 2024), algorithm 1: a block at a time. */
    static final class Sieve extends QueueCache {
        private final BitSet marked = new BitSet();
        private int hand = LinkedBlocks.NONE;

        Sieve(AccessTrace trace, long capacity) {
            super(trace, capacity, 0);
        }

        @Override
        void readAgain(int block) {
            marked.set(block);
        }

        @Override
        void makeRoom(long bytes) {
            for (long left = bytes; left > 0; ) {
                int at = hand == LinkedBlocks.NONE ? queue.oldest() : hand;
                hand = queue.newerThan(at);
                if (marked.get(at)) {
                    marked.clear(at);
                } else {
                    left -= trace.size(at);
                    evict(at);
                }
            }
        }
    }
}
