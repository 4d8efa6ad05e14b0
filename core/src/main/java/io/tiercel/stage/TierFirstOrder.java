package io.tiercel.stage;

import io.tiercel.assign.Preferences;
import io.tiercel.model.Tier;
import java.util.Arrays;

/**
 * The order in which a policy sees tasks, and by which it breaks ties. Tasks with input on the policy's first tier come first,
 * cheapest first; all others by number, as in Spark's own lists.
 *
 * <p>By number alone, a second scan of a file would start with the block that came into memory first, and leaves it first.
 */
final class TierFirstOrder {
    private static final long NOWHERE = Integer.MAX_VALUE;

    private TierFirstOrder() {}

    /** @param ascending numbers of tasks; returned as they are if none has input on {@code tier} */
    static int[] order(int[] ascending, StagePrices prices, Tier tier) {
        long[] keys = new long[ascending.length];
        boolean any = false;
        for (int i = 0; i < keys.length; i++) {
            long cost = cost(prices.task(ascending[i]), tier);
            any |= cost != NOWHERE;
            keys[i] = cost << 32 | ascending[i];
        }
        if (!any) {
            return ascending;
        }
        Arrays.sort(keys);
        return Arrays.stream(keys).mapToInt(key -> (int) key).toArray();
    }

    private static long cost(Preferences task, Tier tier) {
        long least = NOWHERE;
        for (int i = 0; i < task.size(); i++) {
            if (task.nodeTier(i) == tier) {
                least = Math.min(least, task.nodeCost(i));
            }
        }
        return least;
    }
}
