package io.tiercel.sim.migrate;

import java.util.ArrayDeque;
import java.util.Deque;

/** What a file system's cache has yet to read from one device, so many blocks at a time. */
final class CachingQueue {
    private final int atOnce;
    private final Deque<CachedBlock> waiting = new ArrayDeque<>();
    private int running;

    CachingQueue(int atOnce) {
        this.atOnce = atOnce;
    }

    void add(CachedBlock block) {
        waiting.add(block);
    }

    /** Whether one more may begin. */
    boolean hasNext() {
        return running < atOnce && !waiting.isEmpty();
    }

    CachedBlock next() {
        return waiting.remove();
    }

    void begins() {
        running++;
    }

    void ends() {
        running--;
    }
}
