package io.tiercel.spark.account;

import io.tiercel.assign.Preferences;
import io.tiercel.model.Tier;
import io.tiercel.record.ReadPlace;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** Finds where a task reads if it runs on a place, and its best possible read. */
final class ReadPlaceResolver {
    private final int[] rackOf;
    private final BitSet available;
    private final BitSet racks = new BitSet();

    /** @param available the places where the application had a slot */
    ReadPlaceResolver(int[] rackOf, BitSet available) {
        this.rackOf = rackOf;
        this.available = available;
        available.stream().forEach(place -> racks.set(rackOf[place]));
    }

    /** @param list null if the task's input was not located */
    ReadPlace on(@Nullable Preferences list, int place) {
        if (list == null || list.size() == 0) {
            return ReadPlace.UNKNOWN;
        }
        int i = list.indexOf(place);
        return i >= 0 ? local(list.nodeTier(i), list, rackOf[place]) : beyond(list, rackOf[place]);
    }

    /** Where the task would have read on the cheapest available place. */
    ReadPlace best(@Nullable Preferences list) {
        if (list == null || list.size() == 0) {
            return ReadPlace.UNKNOWN;
        }
        ReadPlace best = ReadPlace.REMOTE;
        int least = list.elsewhere();
        for (int r = 0; r < list.racks().length; r++) {
            if (racks.get(list.racks()[r]) && list.rackCosts()[r] <= least) {
                least = list.rackCosts()[r];
                best = ReadPlace.RACK;
            }
        }
        for (int i = 0; i < list.size(); i++) {
            if (available.get(list.node(i)) && list.nodeCost(i) <= least) {
                ReadPlace here = local(list.nodeTier(i), list, rackOf[list.node(i)]);
                if (list.nodeCost(i) < least || here.compareTo(best) < 0) {
                    best = here;
                }
                least = list.nodeCost(i);
            }
        }
        return best;
    }

    private static ReadPlace local(@Nullable Tier tier, Preferences list, int rack) {
        if (tier == null) {
            return ReadPlace.PROCESS;
        }
        return switch (tier) {
            case MEMORY -> ReadPlace.MEMORY;
            case SSD -> ReadPlace.SSD;
            case HDD -> ReadPlace.HDD;
            case REMOTE -> beyond(list, rack);
        };
    }

    private static ReadPlace beyond(Preferences list, int rack) {
        return list.rackIndexOf(rack) >= 0 ? ReadPlace.RACK : ReadPlace.REMOTE;
    }
}
