package io.tiercel.sim.caches;

import io.tiercel.struct.LongHeap;
import java.util.Arrays;

/**
 * The most bytes that any policy could find in a cache, one that knows the future included: Belady's MIN over single bytes. Bytes that are
 * read last of all go first, also those that were just read. Blocks may stay in part, so no policy of whole blocks needs to reach it.
 */
final class LeastMisses {
    private LeastMisses() {}

    /** Bytes of all reads that are found in the cache. */
    static long hitBytes(AccessTrace trace, long capacity) {
        int[] next = nextReads(trace);
        long[] held = new long[trace.distinctBlocks()];
        LongHeap last =
                new LongHeap(1024); // The next read of each block that is held, negated. Past ones are never first.
        long used = 0;
        long hits = 0;
        for (int read = 0; read < trace.reads(); read++) {
            int block = trace.block(read);
            hits += held[block];
            used -= held[block];
            held[block] = 0;
            if (next[read] < trace.reads()) {
                held[block] = trace.size(block);
                used += held[block];
                last.add(-(long) next[read]);
            }
            while (used > capacity) {
                int latest = trace.block((int) -last.peek());
                long part = Math.min(held[latest], used - capacity);
                held[latest] -= part;
                used -= part;
                if (held[latest] == 0) {
                    last.poll();
                }
            }
        }
        return hits;
    }

    /** The read at which each read's block is read again; the number of reads if never. */
    private static int[] nextReads(AccessTrace trace) {
        int[] next = new int[trace.reads()];
        int[] later = new int[trace.distinctBlocks()];
        Arrays.fill(later, trace.reads());
        for (int read = trace.reads() - 1; read >= 0; read--) {
            next[read] = later[trace.block(read)];
            later[trace.block(read)] = read;
        }
        return next;
    }
}
