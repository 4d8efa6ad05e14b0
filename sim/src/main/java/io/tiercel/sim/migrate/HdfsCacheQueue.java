package io.tiercel.sim.migrate;

import java.util.ArrayDeque;
import java.util.Deque;

/** The reads of a file system's cache on one device, of which some run at a time. */
final class HdfsCacheQueue {
    private final int atOnce;
    private final Deque<HdfsCacheBlock> waiting = new ArrayDeque<>();
    private int running;

    HdfsCacheQueue(int atOnce) {
        this.atOnce = atOnce;
    }

    void add(HdfsCacheBlock block) {
        waiting.add(block);
    }

    /** Whether one more may begin. */
    boolean hasNext() {
        return running < atOnce && !waiting.isEmpty();
    }

    HdfsCacheBlock next() {
        return waiting.remove();
    }

    void begins() {
        running++;
    }

    void ends() {
        running--;
    }
}
