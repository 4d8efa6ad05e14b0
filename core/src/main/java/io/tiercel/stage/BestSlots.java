package io.tiercel.stage;

import io.tiercel.assign.Preferences;
import java.util.BitSet;
import java.util.function.IntPredicate;

/**
 * The lowest cost of each task over places where the application has slots, and how many pending tasks each place is best for.
 * A task with several best places counts in equal parts.
 */
final class BestSlots {
    private final StagePrices prices;
    private final int[] capacity;
    private final int[] best;
    private final double[] waiting;

    /** @param capacity slots of each place, free or not, that the application has now */
    BestSlots(StagePrices prices, int[] capacity, int[] rackOf, IntPredicate pending) {
        this.prices = prices;
        this.capacity = capacity;
        this.best = new int[prices.size()];
        this.waiting = new double[capacity.length];
        BitSet racks = new BitSet();
        for (int place = 0; place < capacity.length; place++) {
            if (capacity[place] > 0) {
                racks.set(rackOf[place]);
            }
        }
        for (int task = 0; task < best.length; task++) {
            best[task] = prices.task(task).leastCost(node -> slots(node) > 0, racks::get);
            if (pending.test(task)) {
                add(task);
            }
        }
    }

    /** Slots of {@code place}, which may have become known only after the count. */
    private int slots(int place) {
        return place < capacity.length ? capacity[place] : 0;
    }

    int cost(int task) {
        return best[task];
    }

    void add(int task) {
        count(task, 1);
    }

    void remove(int task) {
        count(task, -1);
    }

    private void count(int task, int sign) {
        Preferences prices = this.prices.task(task);
        int places = 0;
        for (int i = 0; i < prices.size(); i++) {
            places += isBest(task, prices, i) ? 1 : 0;
        }
        for (int i = 0; i < prices.size(); i++) {
            if (isBest(task, prices, i)) {
                waiting[prices.node(i)] += (double) sign / places;
            }
        }
    }

    /**
     * The expected wait for a slot at a best place of {@code task}, in task durations, were the tasks there served in order.
     * Infinite if its best is not a listed place. The running task counts half: it is on average half done.
     */
    double turns(int task) {
        Preferences prices = this.prices.task(task);
        double least = Double.POSITIVE_INFINITY;
        for (int i = 0; i < prices.size(); i++) {
            if (isBest(task, prices, i)) {
                int place = prices.node(i);
                least = Math.min(least, Math.max(0, waiting[place] - 0.5) / capacity[place]);
            }
        }
        return least;
    }

    private boolean isBest(int task, Preferences prices, int i) {
        return slots(prices.node(i)) > 0 && prices.nodeCost(i) == best[task];
    }
}
