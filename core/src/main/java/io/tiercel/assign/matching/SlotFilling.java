package io.tiercel.assign.matching;

import io.tiercel.assign.Assignment;
import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * Turns places into nodes. Tasks that asked for a node have it. Tasks that asked for a rack get its first node with room. Then
 * tasks that asked for any node get the first with room, and tasks left out get the rest. Each group goes by number.
 */
final class SlotFilling {
    private final Matching matching;
    private final SlotTree places;
    private final int[] nodeOf;
    private final int[] free;
    /** For each place, the first node at or below it that may still have room. */
    private final int[] cursor;

    private SlotFilling(Matching matching) {
        this.matching = matching;
        this.places = matching.places;
        this.nodeOf = new int[matching.edgeOf.length];
        this.free = places.capacity.clone();
        this.cursor = new int[places.count()];
        Arrays.setAll(cursor, p -> places.isNode(p) ? p : p + 1);
        Arrays.fill(nodeOf, Assignment.NONE);
    }

    static int[] nodes(Matching matching) {
        SlotFilling filling = new SlotFilling(matching);
        filling.fill(filling.places::isNode);
        filling.fill(place -> place > SlotTree.ROOT && !filling.places.isNode(place));
        filling.fill(place -> place == SlotTree.ROOT);
        filling.fill(place -> place == SlotTree.NONE);
        return filling.nodeOf;
    }

    private void fill(IntPredicate asked) {
        for (int task = 0; task < nodeOf.length; task++) {
            int place = matching.edgeOf[task] == Matching.OUT ? SlotTree.NONE : matching.placeOf(task);
            if (asked.test(place)) {
                nodeOf[task] = take(Math.max(place, SlotTree.ROOT));
            }
        }
    }

    private int take(int place) {
        for (; cursor[place] < places.end[place]; cursor[place]++) {
            int p = cursor[place];
            if (places.isNode(p) && free[p] > 0) {
                free[p]--;
                return places.node[p];
            }
        }
        return Assignment.NONE;
    }
}
