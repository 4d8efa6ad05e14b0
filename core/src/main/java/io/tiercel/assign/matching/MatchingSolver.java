package io.tiercel.assign.matching;

/**
 * The course of the solver. {@link RowReduction} settles most tasks. Then a round at a time, a {@link PriceUpdate} finds prices at
 * which those that wait have paths of reduced length 0, and tasks are placed along such paths: along those that the update
 * has shown, then along others, searched for from the tasks that wait ({@link TightPathSearch}) or, if these are far fewer, from
 * the ends of paths ({@link BackwardPaths}). That is quick while a round settles many tasks, and slow where it settles a few
 * (prices that differ finely, tasks crowding on few nodes). So after each round single searches follow, for as long as they
 * cost less per task than the round did. With no more tasks than slots they get a share of a round's looks in any case:
 * where every slot is wanted, the nearest ends are few and are soon used up, so that a round settles few.
 *
 * <p>Invariant throughout: a place that has room costs what the place above costs, and one in use never less; every placed
 * task stands where its saving less the price is highest, and not below 0; a task given up gains nothing anywhere, and prices
 * never fall. So reduced lengths are never negative, and at the end prices prove the matching.
 */
final class MatchingSolver {
    /** A single search takes about so much longer for a look at an edge than a round, whose looks are in order. */
    private static final int SEARCH_WEIGHT = 4;

    /** Where every slot is wanted a round's looks are no cheaper: half of them are made in vain. */
    private static final int SEARCH_WEIGHT_TIGHT = 1;

    /** With no more tasks than slots, single searches after a round may in any case look at so large a part of the edges. */
    private static final double FREE_LOOKS = 0.5;

    /** So many times as many tasks as ends make it pay to search from the ends. */
    private static final long FEW_ENDS = 2;

    /** Backward searches end with the round after so many looks per edge of the problem. */
    private static final long MOST_LOOKS_BACK = 4;

    /** Forward searches end with the round once so large a part (1/n) of the edges was looked at in vain. */
    private static final int VAIN_SHARE = 24;

    private final RowReduction bidding;
    private final Savings savings;
    private final Matching matching;
    private final int[] price;
    private final int edges;
    private final int searchWeight;
    /** What single searches after a round may look at whatever they settle. */
    private final long freeSteps;

    private final ShortestPaths shown;
    private final BackwardPaths backward;
    private final PriceUpdate update;
    private final TightPathSearch paths;
    private final ShortestPathSearch search;
    /** Tasks neither placed nor given up. */
    private final int[] waiting;

    private int count;

    MatchingSolver(SlotTree places, Savings savings, Matching matching, int[] price) {
        int farthest = savings.base / savings.unit;
        PlaceQueue queue = PlaceQueue.upTo(farthest);
        this.savings = savings;
        this.matching = matching;
        this.price = price;
        this.edges = savings.edges();
        boolean tight = savings.tasks() <= places.capacity[SlotTree.ROOT];
        this.searchWeight = tight ? SEARCH_WEIGHT_TIGHT : SEARCH_WEIGHT;
        this.freeSteps = tight ? (long) (FREE_LOOKS * edges) : 0;
        this.bidding = new RowReduction(places, savings, matching, price);
        this.shown = new ShortestPaths(places, savings, matching, price);
        EdgesByPlace asked = new EdgesByPlace(places, savings);
        this.backward = new BackwardPaths(places, savings, matching, price, asked, shown);
        this.update = new PriceUpdate(places, savings, matching, price, queue, asked, shown);
        this.paths = new TightPathSearch(places, savings, matching, price);
        this.search = new ShortestPathSearch(places, savings, matching, price, queue);
        this.waiting = inOrder(savings, queue, farthest);
        this.count = waiting.length;
    }

    /** Those first that have most to gain: who comes late then finds prices that tell it to stay away. */
    private static int[] inOrder(Savings savings, PlaceQueue queue, int farthest) {
        int[] order = savings.best.clone();
        for (int task = order.length - 1; task >= 0; task--) {
            queue.add(task, farthest - order[task]);
        }
        for (int i = 0; i < order.length; i++) {
            order[i] = queue.poll();
        }
        return order;
    }

    void run() {
        count = bidding.run(waiting);
        placeTight();
        while (count > 0) {
            int before = count;
            long steps = steps();
            update.run(waiting, count);
            placeTight();
            searchWhileBelow((double) (steps() - steps) / Math.max(1, before - count));
        }
    }

    private long steps() {
        return paths.steps() + backward.steps() + update.steps() + search.steps();
    }

    /** Places tasks at prices as they are. */
    private void placeTight() {
        int ends = backward.ends(count);
        if (FEW_ENDS * ends < count) {
            backward.run(MOST_LOOKS_BACK * edges);
            ends = 0;
        } else {
            shown.place();
        }
        shown.clear();
        placeForward(ends);
    }

    /** Tasks placed meanwhile, and those that gain nothing any more, are settled in any case: so every round settles some. */
    private void placeForward(int ends) {
        paths.startRound(ends);
        long last = paths.steps() + edges / VAIN_SHARE;
        int left = 0;
        for (int i = 0; i < count; i++) {
            int task = waiting[i];
            if (matching.edgeOf[task] != Matching.OUT || savings.gain(task, price) == 0) {
                continue;
            }
            if (paths.steps() <= last && paths.settle(task)) {
                last = paths.steps() + edges / VAIN_SHARE;
            } else {
                waiting[left++] = task;
            }
        }
        count = left;
    }

    private void searchWhileBelow(double stepsPerTask) {
        long start = search.steps();
        int done = 0;
        while (done < count) {
            double left = Math.max(freeSteps, stepsPerTask * (done + 1) / searchWeight) - (search.steps() - start);
            if (left <= 0 || !search.place(waiting[done], (long) left)) {
                break;
            }
            done++;
        }
        System.arraycopy(waiting, done, waiting, 0, count - done);
        count -= done;
    }
}
