package io.tiercel.transfer;

import java.util.Arrays;

/** The nodes with a cache, their room, and the choice among them (MixApart, algorithm 2, step 6). */
final class CacheNodes {
    /** MixApart's default block (section 6). It makes idle nodes differ: one with much room comes before one with little. */
    static final double NEXT_BLOCK = 64 << 20;

    private static final long LOST = -1;

    /** By node: free bytes, those of transfers under way not counted; {@link #LOST} for a number without a node. */
    private long[] room = {};

    private long[] underWay = {};
    private final Tournament byLoad = new Tournament();

    /** Bytes under way and one block more, over the free bytes; infinite without room. */
    static double load(long underWay, long room) {
        return room <= 0 ? Double.POSITIVE_INFINITY : (underWay + NEXT_BLOCK) / room;
    }

    void add(int number, long free) {
        int before = room.length;
        if (number >= before) {
            room = Arrays.copyOf(room, Math.max(number + 1, 2 * before));
            underWay = Arrays.copyOf(underWay, room.length);
            Arrays.fill(room, before, room.length, LOST);
        }
        room[number] = free;
        underWay[number] = 0;
        rank(number);
    }

    void remove(int number) {
        check(number);
        room[number] = LOST;
        byLoad.set(number, Tournament.ABSENT);
    }

    boolean contains(int number) {
        return number >= 0 && number < room.length && room[number] != LOST;
    }

    private void check(int number) {
        if (!contains(number)) {
            throw new IllegalArgumentException("node: expected one that was added and is not lost, got " + number);
        }
    }

    long room(int number) {
        check(number);
        return room[number];
    }

    boolean hasRoom(int number, long bytes) {
        return contains(number) && room[number] >= bytes;
    }

    /** The node with the least load that has room; of equals the lowest number. -1 if none has room. */
    int leastLoaded(long bytes) {
        int node = byLoad.first();
        return node < 0 || room[node] >= bytes ? node : byLoad.first(each -> room[each] >= bytes);
    }

    /** A transfer begins: it takes its room at once. */
    void begin(int number, long bytes) {
        change(number, -bytes, bytes);
    }

    /** A transfer has ended and its block is cached. */
    void finish(int number, long bytes) {
        change(number, 0, -bytes);
    }

    /** A transfer has ended without its block. */
    void abandon(int number, long bytes) {
        change(number, bytes, -bytes);
    }

    void free(int number, long bytes) {
        change(number, bytes, 0);
    }

    private void change(int number, long moreRoom, long moreUnderWay) {
        check(number);
        room[number] = Math.addExact(room[number], moreRoom);
        underWay[number] += moreUnderWay;
        rank(number);
    }

    private void rank(int number) {
        // The bits of doubles that are not negative are in the doubles' order.
        byLoad.set(number, Double.doubleToLongBits(load(underWay[number], room[number])));
    }
}
