package io.tiercel.assign;

import java.util.Arrays;

/**
 * Who stands where: each placed task stands at the place that it asked for, and every place counts the tasks at or below
 * it. Arrays, changed in place along augmenting paths.
 */
final class Matching {
    static final int OUT = -1;

    private final Places places;
    private final Savings savings;
    /** Tasks at or below each place, at most its capacity. */
    final int[] used;
    /** The edge on which each task was placed, or {@link #OUT}. */
    final int[] edgeOf;
    /** Tasks standing at each place itself, linked through {@link #next} from {@link #first}. */
    final int[] first;

    final int[] next;
    private final int[] previous;

    Matching(Places places, Savings savings) {
        this.places = places;
        this.savings = savings;
        this.used = new int[places.count()];
        this.edgeOf = filled(savings.tasks());
        this.first = filled(places.count());
        this.next = filled(savings.tasks());
        this.previous = filled(savings.tasks());
    }

    private static int[] filled(int length) {
        int[] array = new int[length];
        Arrays.fill(array, OUT);
        return array;
    }

    boolean full(int place) {
        return used[place] == places.capacity[place];
    }

    /** Whether {@code place} and all places above it have room. */
    boolean roomAt(int place) {
        for (int p = place; p >= 0; p = places.parent[p]) {
            if (full(p)) {
                return false;
            }
        }
        return true;
    }

    /** Lets {@code task} stand at the place of {@code edge}; who counts the use of places is the caller. */
    void enter(int task, int edge) {
        int place = savings.place[edge];
        edgeOf[task] = edge;
        previous[task] = OUT;
        next[task] = first[place];
        if (first[place] != OUT) {
            previous[first[place]] = task;
        }
        first[place] = task;
    }

    void leave(int task) {
        int place = savings.place[edgeOf[task]];
        if (previous[task] == OUT) {
            first[place] = next[task];
        } else {
            next[previous[task]] = next[task];
        }
        if (next[task] != OUT) {
            previous[next[task]] = previous[task];
        }
        edgeOf[task] = OUT;
    }

    /**
     * The node of each task: first those that asked for a node, then those that asked for a rack get the lowest node with
     * room in it, then those that asked for any node, and at last whoever is left, while there is room.
     */
    int[] nodes() {
        int[] nodeOf = filled(edgeOf.length);
        int[] free = places.capacity.clone();
        for (int task = 0; task < edgeOf.length; task++) {
            if (edgeOf[task] != OUT && savings.place[edgeOf[task]] < places.nodes) {
                nodeOf[task] = savings.place[edgeOf[task]];
                free[nodeOf[task]]--;
            }
        }
        int[] cursor = new int[places.count()];
        for (int p = 0; p < cursor.length; p++) {
            cursor[p] = places.childrenFrom(p);
        }
        for (int place = places.nodes; place < places.root; place++) {
            for (int task = first[place]; task != OUT; task = next[task]) {
                nodeOf[task] = take(place, cursor, free);
            }
        }
        for (int task = first[places.root]; task != OUT; task = next[task]) {
            nodeOf[task] = takeAnywhere(cursor, free);
        }
        for (int task = 0; task < nodeOf.length; task++) {
            if (nodeOf[task] == OUT) {
                nodeOf[task] = takeAnywhere(cursor, free);
            }
        }
        return nodeOf;
    }

    private int takeAnywhere(int[] cursor, int[] free) {
        for (; cursor[places.root] < places.childrenTo(places.root); cursor[places.root]++) {
            int node = take(places.child[cursor[places.root]], cursor, free);
            if (node != OUT) {
                return node;
            }
        }
        return OUT;
    }

    private int take(int rack, int[] cursor, int[] free) {
        for (; cursor[rack] < places.childrenTo(rack); cursor[rack]++) {
            int node = places.child[cursor[rack]];
            if (free[node] > 0) {
                free[node]--;
                return node;
            }
        }
        return OUT;
    }
}
