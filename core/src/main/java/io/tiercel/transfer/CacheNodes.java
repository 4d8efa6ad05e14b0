package io.tiercel.transfer;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The nodes with a cache, their room, and the choice among them (MixApart, algorithm 2, step 6). */
final class CacheNodes {
    /** MixApart's default block (section 6). It makes idle nodes differ: one with much room comes before one with little. */
    static final double NEXT_BLOCK = 64 << 20;

    /** A node's cache. */
    static final class Node extends IndexedHeap.Entry {
        final int number;
        /** Free bytes, those of transfers under way not counted. */
        private long room;

        private long underWay;

        Node(int number, long room) {
            super(major(0, room), number, 0);
            this.number = number;
            this.room = room;
        }

        private void change(long moreRoom, long moreUnderWay) {
            room = Math.addExact(room, moreRoom);
            underWay += moreUnderWay;
            major(major(underWay, room));
        }

        /** The bits of doubles that are not negative are in the doubles' order. */
        private static long major(long underWay, long room) {
            return Double.doubleToLongBits(load(underWay, room));
        }
    }

    private final List<@Nullable Node> nodes = new ArrayList<>();
    private final IndexedHeap<Node> byLoad = new IndexedHeap<>();

    /** Bytes under way and one block more, over the free bytes; infinite without room. */
    static double load(long underWay, long room) {
        return room <= 0 ? Double.POSITIVE_INFINITY : (underWay + NEXT_BLOCK) / room;
    }

    void add(int number, long room) {
        while (nodes.size() <= number) {
            nodes.add(null);
        }
        Node node = new Node(number, room);
        nodes.set(number, node);
        byLoad.add(node);
    }

    void remove(int number) {
        byLoad.remove(get(number));
        nodes.set(number, null);
    }

    boolean contains(int number) {
        return find(number) != null;
    }

    private @Nullable Node find(int number) {
        return number >= 0 && number < nodes.size() ? nodes.get(number) : null;
    }

    private Node get(int number) {
        Node node = find(number);
        if (node == null) {
            throw new IllegalArgumentException("node: expected one that was added and is not lost, got " + number);
        }
        return node;
    }

    long room(int number) {
        return get(number).room;
    }

    boolean hasRoom(int number, long bytes) {
        Node node = find(number);
        return node != null && node.room >= bytes;
    }

    /** The node with the least load that has room; of equals the lowest number. -1 if none has room. */
    int leastLoaded(long bytes) {
        Node node = byLoad.first();
        if (node != null && node.room < bytes) {
            node = byLoad.first(each -> each.room >= bytes);
        }
        return node == null ? -1 : node.number;
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

    private void change(int number, long room, long underWay) {
        Node node = get(number);
        node.change(room, underWay);
        byLoad.changed(node);
    }
}
