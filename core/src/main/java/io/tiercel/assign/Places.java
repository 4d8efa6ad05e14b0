package io.tiercel.assign;

import java.util.Arrays;

/**
 * The places that a task can ask for, as a tree: a node, "anywhere in the rack", "anywhere". Nodes come first, then racks,
 * then the root; a unit of capacity is a slot. Arrays instead of objects because the solver walks over them at every step.
 */
final class Places {
    final int nodes;
    final int root;
    /** Slots below each place. */
    final int[] capacity;
    /** The place above each place; -1 above the root. */
    final int[] parent;
    /** Nodes with slots, grouped by rack: those of place p at {@code firstChild[p]} to {@code firstChild[p + 1]}. */
    final int[] child;

    private final int[] firstChild;

    private Places(int nodes, int racks) {
        this.nodes = nodes;
        this.root = nodes + racks;
        this.capacity = new int[root + 1];
        this.parent = new int[root + 1];
        this.firstChild = new int[root + 2];
        this.child = new int[root];
    }

    static Places of(AssignmentProblem problem) {
        Places places = new Places(problem.nodes(), problem.racks());
        Arrays.fill(places.parent, places.root);
        places.parent[places.root] = -1;
        for (int node = 0; node < places.nodes; node++) {
            int rack = places.nodes + problem.rackOf(node);
            int slots = problem.slots(node);
            places.parent[node] = rack;
            places.capacity[node] = slots;
            places.capacity[rack] += slots;
            places.capacity[places.root] += slots;
        }
        places.groupChildren();
        return places;
    }

    private void groupChildren() {
        for (int p = 0; p < root; p++) {
            if (capacity[p] > 0) {
                firstChild[parent[p] + 1]++;
            }
        }
        for (int p = 0; p <= root; p++) {
            firstChild[p + 1] += firstChild[p];
        }
        int[] next = firstChild.clone();
        for (int p = 0; p < root; p++) {
            if (capacity[p] > 0) {
                child[next[parent[p]]++] = p;
            }
        }
    }

    int count() {
        return root + 1;
    }

    boolean open(int place) {
        return capacity[place] > 0;
    }

    int rack(int rack) {
        return nodes + rack;
    }

    int childrenFrom(int place) {
        return firstChild[place];
    }

    int childrenTo(int place) {
        return firstChild[place + 1];
    }
}
