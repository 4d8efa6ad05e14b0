package io.tiercel.assign.matching;

import io.tiercel.assign.Assignment;
import java.util.Arrays;

/**
 * Turns places into nodes. Tasks that asked for a node have it. Tasks that asked for a rack get its first node with room. Then
 * tasks that asked for any node get the first with room, and tasks left out get the rest. Each group goes by number.
 */
final class SlotFilling {
    private final SlotTree places;
    private final Savings savings;
    private final int[] edgeOf;
    private final int[] nodeOf;
    private final int[] free;
    /** The first place of each rack, and of the cluster, that may still have room. */
    private final int[] cursor;

    private SlotFilling(SlotTree places, Savings savings, Matching matching) {
        this.places = places;
        this.savings = savings;
        this.edgeOf = matching.edgeOf;
        this.nodeOf = new int[edgeOf.length];
        this.free = places.capacity.clone();
        this.cursor = new int[places.count()];
        for (int p = 0; p < cursor.length; p++) {
            cursor[p] = p + 1;
        }
    }

    static int[] nodes(SlotTree places, Savings savings, Matching matching) {
        SlotFilling filling = new SlotFilling(places, savings, matching);
        filling.fillNodes();
        filling.fillRacks();
        filling.fillRest(true);
        filling.fillRest(false);
        return filling.nodeOf;
    }

    private void fillNodes() {
        Arrays.fill(nodeOf, Assignment.NONE);
        for (int task = 0; task < edgeOf.length; task++) {
            if (edgeOf[task] != Matching.OUT) {
                int place = savings.place[edgeOf[task]];
                if (places.isNode(place)) {
                    nodeOf[task] = places.node(place);
                    free[place]--;
                }
            }
        }
    }

    private void fillRacks() {
        for (int task = 0; task < edgeOf.length; task++) {
            if (nodeOf[task] == Assignment.NONE && edgeOf[task] != Matching.OUT) {
                int place = savings.place[edgeOf[task]];
                if (place != SlotTree.ROOT) {
                    nodeOf[task] = take(place);
                }
            }
        }
    }

    private void fillRest(boolean asked) {
        for (int task = 0; task < edgeOf.length; task++) {
            if (nodeOf[task] == Assignment.NONE && (edgeOf[task] != Matching.OUT) == asked) {
                nodeOf[task] = take(SlotTree.ROOT);
            }
        }
    }

    private int take(int place) {
        for (; cursor[place] < places.end[place]; cursor[place]++) {
            int p = cursor[place];
            if (places.isNode(p) && free[p] > 0) {
                free[p]--;
                return places.node(p);
            }
        }
        return Assignment.NONE;
    }
}
