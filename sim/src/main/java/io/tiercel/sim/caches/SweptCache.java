package io.tiercel.sim.caches;

import io.tiercel.cache.SieveSweep;
import java.util.BitSet;

/** SIEVE as nodes' caches have it: by {@link SieveSweep}, which evicts a batch at a time. */
final class SweptCache extends QueueCache {
    private final long[] stamps;
    private final BitSet marked = new BitSet();
    private long came;
    private long hand = SieveSweep.BEGIN;

    /** @param batch part of the capacity by which more is evicted than is needed now */
    SweptCache(AccessTrace trace, long capacity, double batch) {
        super(trace, capacity, batch);
        this.stamps = new long[trace.distinctBlocks()];
    }

    @Override
    void readAgain(int block) {
        marked.set(block);
    }

    @Override
    void cameIn(int block) {
        stamps[block] = ++came;
    }

    @Override
    void makeRoom(long bytes) {
        int[] held = queue.toArray();
        SieveSweep.Entries entries = new SieveSweep.Entries() {
            @Override
            public int size() {
                return held.length;
            }

            @Override
            public long bytes(int entry) {
                return trace.size(held[entry]);
            }

            @Override
            public long stamp(int entry) {
                return stamps[held[entry]];
            }

            @Override
            public boolean isKept(int entry) {
                return false;
            }

            @Override
            public boolean takeMark(int entry) {
                boolean wasMarked = marked.get(held[entry]);
                marked.clear(held[entry]);
                return wasMarked;
            }
        };
        hand = SieveSweep.sweep(entries, hand, bytes, entry -> evict(held[entry]));
    }
}
