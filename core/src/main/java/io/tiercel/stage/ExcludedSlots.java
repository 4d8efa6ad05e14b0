package io.tiercel.stage;

import io.tiercel.assign.CostModel;
import io.tiercel.assign.Preferences;
import io.tiercel.model.Tier;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Places whose free slots the engine would not give to a task, after its failures there. They cost the task more than any other
 * assignment of the round, so a slot goes to a task that may have it. Records show the same prices.
 *
 * @param places excluded places by task; tasks that may run anywhere are absent
 */
public record ExcludedSlots(Map<Integer, BitSet> places) {
    public static final ExcludedSlots NONE = new ExcludedSlots(Map.of());

    /** Price of an excluded place, as a multiple of the task's highest cost. */
    private static final int FACTOR = 100;

    private static final long MOST_UNITS = (long) CostModel.MAX_SCORE * CostModel.UNITS_PER_SCORE;

    /** Whether {@code task} may run on none of {@code free}. */
    boolean excludesAll(int task, int[] free) {
        BitSet excluded = places.get(task);
        return excluded != null && Arrays.stream(free).allMatch(excluded::get);
    }

    /** The price list of {@code task}, with excluded places priced out. */
    Preferences price(int task, Preferences list) {
        BitSet excluded = places.get(task);
        return excluded == null ? list : excluded(list, excluded);
    }

    private static Preferences excluded(Preferences list, BitSet excluded) {
        long highest = IntStream.concat(Arrays.stream(list.nodeCosts()), Arrays.stream(list.rackCosts()))
                .reduce(Math.max(1, list.elsewhere()), Math::max);
        int price = (int) Math.min(MOST_UNITS, highest * FACTOR);
        IntStream extra = excluded.stream().filter(place -> list.indexOf(place) < 0);
        int[] nodes = IntStream.concat(Arrays.stream(list.nodes()), extra).toArray();
        int[] costs = Arrays.copyOf(list.nodeCosts(), nodes.length);
        @Nullable Tier[] tiers = Arrays.copyOf(list.nodeTiers(), nodes.length);
        for (int i = 0; i < nodes.length; i++) {
            if (excluded.get(nodes[i])) {
                costs[i] = price;
                tiers[i] = Tier.REMOTE;
            }
        }
        boolean[] marks = list.arriving();
        boolean[] arriving = marks == null ? null : Arrays.copyOf(marks, nodes.length);
        if (arriving != null) {
            Arrays.fill(arriving, list.size(), nodes.length, list.isAllArriving());
        }
        return new Preferences(nodes, costs, tiers, arriving, list.racks(), list.rackCosts(), list.elsewhere());
    }
}
