package io.tiercel.stage;

import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.IntStream;

/** The slots that one round of offers has for a task set: the rack and the free slots of each place. */
public record FreeSlots(int[] rackOf, int[] slots) {
    public FreeSlots {
        if (rackOf.length != slots.length) {
            throw new IllegalArgumentException(
                    "expected a rack for each of " + slots.length + " places, got " + rackOf.length);
        }
    }

    int total() {
        return Arrays.stream(slots).sum();
    }

    /** Places with a free slot, ascending. */
    int[] places() {
        return IntStream.range(0, slots.length)
                .filter(place -> slots[place] > 0)
                .toArray();
    }

    BitSet racks() {
        BitSet racks = new BitSet();
        Arrays.stream(places()).forEach(place -> racks.set(rackOf[place]));
        return racks;
    }
}
