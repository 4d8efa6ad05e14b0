package io.tiercel.assign.matching;

/**
 * Places by distance, nearest first. A place may stand in it several times; callers skip stale entries. No added distance is
 * below the last one polled.
 */
interface PlaceQueue {
    /** Distances up to this are kept in buckets; 32 KiB of them stay in the processor's first cache. */
    int MOST_BUCKETS = 8192;

    /** A queue for distances up to {@code farthest}. */
    static PlaceQueue upTo(int farthest) {
        return farthest < MOST_BUCKETS ? new BucketQueue(farthest) : new HeapQueue();
    }

    void clear();

    void add(int place, int distance);

    /** Takes a nearest place out; -1 if there is none. */
    int poll();

    /** The distance of the place polled last. */
    int distance();
}
