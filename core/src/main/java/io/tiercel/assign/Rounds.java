package io.tiercel.assign;

import java.util.Arrays;

/**
 * The course of the solver. A round places tasks along {@link TightPaths}; a {@link PriceUpdate} then finds new prices at
 * which those that wait have such paths again. That is quick while a round settles many tasks, and slow where it settles a
 * few (prices that differ finely, tasks crowding on few nodes). So after each round single searches follow, for as long as
 * they cost less per task than the round did.
 *
 * <p>Invariant throughout: a place that has room costs what the place above costs, and one in use never less; every placed
 * task stands where its saving less the price is highest, and not below 0; a task given up gains nothing anywhere, and prices
 * never fall. So reduced lengths are never negative, and at the end prices prove the matching.
 */
final class Rounds {
    private final Savings savings;
    private final Matching matching;
    private final PriceUpdate update;
    private final TightPaths paths;
    private final PathSearch search;
    /** Tasks neither placed nor given up. */
    private final int[] waiting;

    private int count;

    Rounds(Places places, Savings savings, Matching matching, int[] price) {
        PlaceQueue queue = PlaceQueue.upTo(savings.base / savings.unit);
        this.savings = savings;
        this.matching = matching;
        this.update = new PriceUpdate(places, savings, matching, price, queue);
        this.paths = new TightPaths(places, savings, matching, price);
        this.search = new PathSearch(places, savings, matching, price, queue);
        this.waiting = inOrder(savings);
        this.count = waiting.length;
    }

    /** Those first that have most to gain: who comes late then finds prices that tell it to stay away. */
    private static int[] inOrder(Savings savings) {
        long[] keys = new long[savings.tasks()];
        for (int task = 0; task < keys.length; task++) {
            int best = 0;
            for (int e = savings.from[task]; e < savings.from[task + 1]; e++) {
                best = Math.max(best, savings.saving[e]);
            }
            keys[task] = (long) -best << 32 | task;
        }
        Arrays.sort(keys);
        int[] order = new int[keys.length];
        for (int i = 0; i < keys.length; i++) {
            order[i] = (int) keys[i];
        }
        return order;
    }

    void run() {
        tightRound();
        while (count > 0) {
            int before = count;
            long steps = steps();
            update.run(waiting, count);
            tightRound();
            searchWhileBelow((double) (steps() - steps) / Math.max(1, before - count));
        }
    }

    private long steps() {
        return paths.steps() + update.steps() + search.steps();
    }

    private void tightRound() {
        paths.startRound();
        int left = 0;
        for (int i = 0; i < count; i++) {
            if (!paths.settle(waiting[i])) {
                waiting[left++] = waiting[i];
            }
        }
        count = left;
    }

    private void searchWhileBelow(double stepsPerTask) {
        long start = search.steps();
        int done = 0;
        while (done < count && search.steps() - start <= stepsPerTask * done) {
            search.place(waiting[done++]);
        }
        System.arraycopy(waiting, done, waiting, 0, count - done);
        count -= done;
    }
}
