package io.tiercel.assign.matching;

import io.tiercel.assign.AssignmentProblem;

/**
 * The places that a task can ask for, as a tree: the cluster at the root, then racks, then nodes that have slots. So a round of
 * one slot on a thousand nodes is a small problem. A unit of capacity is a slot. Places are numbered in preorder: the range p + 1
 * to {@code end[p]} lies below place p, and {@code end[p]} is its next sibling.
 *
 * <p>Arrays instead of objects, here and in all users, because the solver walks over them at every step.
 */
final class SlotTree {
    static final int ROOT = 0;
    static final int NONE = -1;

    /** Slots at or below each place. */
    final int[] capacity;
    /** The place above each place; {@link #NONE} above the root. */
    final int[] parent;
    /** One past the last place below each place. */
    final int[] end;

    /** The place of each node; {@link #NONE} if the node has no slots. */
    final int[] ofNode;

    final int[] ofRack;

    /** The node that each place stands for; 0 for places that stand for none. */
    final int[] node;

    SlotTree(AssignmentProblem problem) {
        int count = 1 + problem.racks();
        for (int n = 0; n < problem.nodes(); n++) {
            count += problem.slots(n) > 0 ? 1 : 0;
        }
        this.capacity = new int[count];
        this.parent = new int[count];
        this.end = new int[count];
        this.node = new int[count];
        this.ofNode = new int[problem.nodes()];
        this.ofRack = new int[problem.racks()];
        parent[ROOT] = NONE;
        end[ROOT] = count;
        numberRacks(problem);
        numberNodes(problem);
    }

    private void numberRacks(AssignmentProblem problem) {
        for (int n = 0; n < ofNode.length; n++) {
            ofRack[problem.rackOf(n)] += problem.slots(n) > 0 ? 1 : 0;
        }
        int next = ROOT + 1;
        for (int rack = 0; rack < ofRack.length; rack++) {
            int place = next;
            next += 1 + ofRack[rack];
            ofRack[rack] = place;
            parent[place] = ROOT;
            end[place] = next;
        }
    }

    private void numberNodes(AssignmentProblem problem) {
        int[] last = ofRack.clone();
        for (int n = 0; n < ofNode.length; n++) {
            int slots = problem.slots(n);
            if (slots == 0) {
                ofNode[n] = NONE;
                continue;
            }
            int rack = ofRack[problem.rackOf(n)];
            int place = ++last[problem.rackOf(n)];
            ofNode[n] = place;
            node[place] = n;
            parent[place] = rack;
            end[place] = place + 1;
            capacity[place] = slots;
            capacity[rack] += slots;
            capacity[ROOT] += slots;
        }
    }

    int count() {
        return capacity.length;
    }

    /** Whether {@code place} stands for a node; {@link #NONE} does not. */
    boolean isNode(int place) {
        return place > ROOT && end[place] == place + 1 && parent[place] > ROOT;
    }
}
