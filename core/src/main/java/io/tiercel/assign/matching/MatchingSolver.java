package io.tiercel.assign.matching;

import java.util.function.BooleanSupplier;

/**
 * Runs the solver. {@link RowReduction} settles most tasks. Rounds settle the rest: a {@link PriceUpdate} finds prices at which
 * waiting tasks have paths of reduced length 0, and tasks are placed along such paths. First come the paths that the update
 * found, then others, searched from waiting tasks ({@link TightPathSearch}) or, if these are far fewer, from the ends of paths
 * ({@link BackwardPaths}). Rounds are slow where they settle few tasks: prices that differ finely, tasks crowding on few nodes.
 * So single searches follow each round while they cost less per task than the round did. With no more tasks than slots they get
 * a share of a round's looks in any case, because the nearest ends are few then and soon used up.
 *
 * <p>Invariant: a place with room costs as much as the place above, and a place in use never less. Every placed task stands
 * where its saving less the price is highest, and not below 0. A task given up gains nothing anywhere. Prices never fall. So
 * reduced lengths are never negative, and the final prices prove the matching.
 */
final class MatchingSolver extends MatchingStep {
    /** How much longer a look at an edge takes in a single search than in a round, which looks in order. */
    private static final int SEARCH_WEIGHT = 4;

    /** The same where every slot is wanted: half of a round's looks are in vain then. */
    private static final int SEARCH_WEIGHT_TIGHT = 1;

    /** The share of edges that single searches may look at after a round, with no more tasks than slots. */
    private static final double FREE_LOOKS = 0.5;

    /** Searching from the ends pays from this many tasks per end. */
    private static final long FEW_ENDS = 2;

    /** Looks per edge of the problem after which backward searches end. */
    private static final long MOST_LOOKS_BACK = 4;

    /** Forward searches end after 1/n of the edges were looked at in vain. */
    private static final int VAIN_SHARE = 24;

    private final RowReduction bidding;
    private final int edges;
    private final int searchWeight;
    /** Edges that single searches may look at after a round, even if they settle nothing. */
    private final long freeSteps;

    private final ShortestPaths shown;
    private final BackwardPaths backward;
    private final PriceUpdate update;
    private final TightPathSearch paths;
    private final ShortestPathSearch search;
    /** Tasks neither placed nor given up. */
    private final int[] waiting;

    private int count;

    MatchingSolver(Matching matching) {
        super(matching);
        int farthest = savings.base / savings.unit;
        PlaceQueue queue = PlaceQueue.upTo(farthest);
        this.edges = savings.edges();
        boolean tight = savings.tasks() <= places.capacity[SlotTree.ROOT];
        this.searchWeight = tight ? SEARCH_WEIGHT_TIGHT : SEARCH_WEIGHT;
        this.freeSteps = tight ? (long) (FREE_LOOKS * edges) : 0;
        this.bidding = new RowReduction(matching);
        this.shown = new ShortestPaths(matching);
        Savings.ByPlace asked = savings.byPlace();
        this.backward = new BackwardPaths(matching, asked, shown);
        this.update = new PriceUpdate(matching, queue, asked, shown);
        this.paths = new TightPathSearch(matching);
        this.search = new ShortestPathSearch(matching, queue);
        this.waiting = inOrder(savings, queue, farthest);
        this.count = waiting.length;
    }

    /** Tasks with most to gain come first: later ones then find prices that keep them away. */
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

    /** @return false if {@code isSpent} stopped it before the matching was complete */
    boolean run(BooleanSupplier isSpent) {
        count = bidding.run(waiting);
        placeTight();
        while (count > 0) {
            if (isSpent.getAsBoolean()) {
                return false;
            }
            int before = count;
            long start = stepsSoFar();
            update.run(waiting, count);
            placeTight();
            searchWhileBelow((double) (stepsSoFar() - start) / Math.max(1, before - count));
        }
        return true;
    }

    private long stepsSoFar() {
        return paths.steps + backward.steps + update.steps + search.steps;
    }

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

    /** Tasks placed meanwhile, and those that gain nothing any more, count as settled, so every round settles some. */
    private void placeForward(int ends) {
        paths.startRound(ends);
        long last = paths.steps + edges / VAIN_SHARE;
        int left = 0;
        for (int i = 0; i < count; i++) {
            int task = waiting[i];
            if (matching.edgeOf[task] != Matching.OUT || savings.gain(task, price) == 0) {
                continue;
            }
            if (paths.steps <= last && paths.settle(task)) {
                last = paths.steps + edges / VAIN_SHARE;
            } else {
                waiting[left++] = task;
            }
        }
        count = left;
    }

    private void searchWhileBelow(double stepsPerTask) {
        long start = search.steps;
        int done = 0;
        while (done < count) {
            double left = Math.max(freeSteps, stepsPerTask * (done + 1) / searchWeight) - (search.steps - start);
            if (left <= 0 || !search.place(waiting[done], (long) left)) {
                break;
            }
            done++;
        }
        System.arraycopy(waiting, done, waiting, 0, count - done);
        count -= done;
    }
}
