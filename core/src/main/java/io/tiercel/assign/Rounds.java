package io.tiercel.assign;

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
    /** A single search takes about so much longer for a look at an edge than a round, whose looks are in order. */
    private static final int SEARCH_WEIGHT = 4;

    private final PriceUpdate update;
    private final TightPaths paths;
    private final PathSearch search;
    /** Tasks neither placed nor given up. */
    private final int[] waiting;

    private int count;

    Rounds(Places places, Savings savings, Matching matching, int[] price) {
        int farthest = savings.base / savings.unit;
        PlaceQueue queue = PlaceQueue.upTo(farthest);
        this.update = new PriceUpdate(places, savings, matching, price, queue);
        this.paths = new TightPaths(places, savings, matching, price);
        this.search = new PathSearch(places, savings, matching, price, queue);
        this.waiting = inOrder(savings, queue, farthest);
        this.count = waiting.length;
    }

    /** Those first that have most to gain: who comes late then finds prices that tell it to stay away. */
    private static int[] inOrder(Savings savings, PlaceQueue queue, int farthest) {
        int[] best = new int[savings.tasks()];
        for (int e = 0; e < savings.edges(); e++) {
            int task = savings.task[e];
            best[task] = Math.max(best[task], savings.saving[e]);
        }
        for (int task = best.length - 1; task >= 0; task--) {
            queue.add(task, farthest - best[task]);
        }
        for (int i = 0; i < best.length; i++) {
            best[i] = queue.poll();
        }
        return best;
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
        while (done < count && SEARCH_WEIGHT * (search.steps() - start) <= stepsPerTask * done) {
            search.place(waiting[done++]);
        }
        System.arraycopy(waiting, done, waiting, 0, count - done);
        count -= done;
    }
}
