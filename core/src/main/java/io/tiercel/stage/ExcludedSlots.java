package io.tiercel.stage;

import io.tiercel.assign.CostModel;
import io.tiercel.assign.Preferences;
import io.tiercel.model.Tier;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Places whose free slots the engine would not give to a task, after its failures there. A barred place stands in the task's
 * price list at a price that no other assignment of the round can exceed by accident, so that the slot goes to a task that
 * may have it, and the record of the round says the same as was asked.
 *
 * @param places barred places by task; tasks that may run anywhere are absent
 */
public record ExcludedSlots(Map<Integer, BitSet> places) {
    /** Nothing is barred. */
    public static final ExcludedSlots NONE = new ExcludedSlots(Map.of());

    /** So many times the dearest place of a task costs a barred one. */
    private static final int FACTOR = 100;

    private static final long MOST_UNITS = (long) CostModel.MAX_SCORE * CostModel.UNITS_PER_SCORE;

    /** Whether {@code task} may run on none of {@code free}. */
    boolean barsAll(int task, int[] free) {
        BitSet barred = places.get(task);
        return barred != null && Arrays.stream(free).allMatch(barred::get);
    }

    /** The price list of {@code task}, with what is barred in it. */
    Preferences price(int task, Preferences list) {
        BitSet barred = places.get(task);
        return barred == null ? list : barred(list, barred);
    }

    private static Preferences barred(Preferences list, BitSet barred) {
        int price = price(list);
        int[] extra = barred.stream().filter(place -> list.indexOf(place) < 0).toArray();
        int size = list.size();
        int[] nodes = new int[size + extra.length];
        int[] costs = new int[nodes.length];
        @Nullable Tier[] tiers = new Tier[nodes.length];
        for (int i = 0; i < nodes.length; i++) {
            nodes[i] = i < size ? list.node(i) : extra[i - size];
            boolean isBarred = barred.get(nodes[i]);
            costs[i] = isBarred ? price : list.nodeCost(i);
            tiers[i] = isBarred ? Tier.REMOTE : list.nodeTier(i);
        }
        int[] racks = new int[list.rackCount()];
        int[] rackCosts = new int[racks.length];
        for (int r = 0; r < racks.length; r++) {
            racks[r] = list.rack(r);
            rackCosts[r] = list.rackCost(r);
        }
        return new Preferences(nodes, costs, tiers, racks, rackCosts, list.elsewhere());
    }

    private static int price(Preferences list) {
        int dearest = list.elsewhere();
        for (int i = 0; i < list.size(); i++) {
            dearest = Math.max(dearest, list.nodeCost(i));
        }
        for (int r = 0; r < list.rackCount(); r++) {
            dearest = Math.max(dearest, list.rackCost(r));
        }
        return (int) Math.min(MOST_UNITS, Math.max(1L, dearest) * FACTOR);
    }
}
