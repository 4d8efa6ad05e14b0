package io.tiercel.stage;

import io.tiercel.assign.Preferences;
import io.tiercel.model.Tier;
import java.util.Arrays;

/**
 * The order in which a policy is shown tasks, and by which it breaks ties: those whose input is in some node's memory first, and of these
 * the ones that are surest to be there still; all others by number, which is what Spark's own lists do.
 *
 * <p>Policies that go by tiers, such as Quartet, would otherwise take the lowest number: in a second scan of a file that is the block
 * that came into memory first, and leaves it first.
 */
final class MemoryFirstOrder {
    private static final long NOWHERE = Integer.MAX_VALUE;

    private MemoryFirstOrder() {}

    /** @param ascending numbers of tasks; returned as they are if none is in memory */
    static int[] order(int[] ascending, StagePrices prices) {
        long[] keys = new long[ascending.length];
        boolean any = false;
        for (int i = 0; i < keys.length; i++) {
            long cost = cost(prices.task(ascending[i]));
            any |= cost != NOWHERE;
            keys[i] = cost << 32 | ascending[i];
        }
        if (!any) {
            return ascending;
        }
        Arrays.sort(keys);
        return Arrays.stream(keys).mapToInt(key -> (int) key).toArray();
    }

    private static long cost(Preferences task) {
        long least = NOWHERE;
        for (int i = 0; i < task.size(); i++) {
            if (task.nodeTier(i) == Tier.MEMORY) {
                least = Math.min(least, task.nodeCost(i));
            }
        }
        return least;
    }
}
