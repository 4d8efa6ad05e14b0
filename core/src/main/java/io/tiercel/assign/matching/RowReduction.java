package io.tiercel.assign.matching;

/**
 * A quick start: tasks take places with room, or outbid those who stand on a full node, as in an auction; what that leaves
 * undecided waits for {@link MatchingSolver}. It is the augmenting row reduction of Jonker and Volgenant (Computing 38, 1987) for nodes
 * of several slots.
 *
 * <p>A task's limit at a node is the price at which it would rather be at its second best place, or nowhere. Of all who want
 * a full node the one with the lowest limit goes, and that limit becomes the price: one more than there are slots would pay it,
 * so that no optimum has a lower one. Nothing is bid where two places are equally good, for that would need a price between
 * whole numbers. Prices of racks and of the root stay 0, so a task is left to wait where a full rack is in its way.
 *
 * <p>Keeps the invariant of {@link MatchingSolver}: a node that costs something is full and stays so, for who goes is replaced at once,
 * and nobody pays more than its limit.
 */
final class RowReduction {
    /** Ends the auction after so many looks per edge, each at an edge or at who stands on a node. */
    private static final int MOST_LOOKS_PER_EDGE = 8;

    private final SlotTree places;
    private final Savings savings;
    private final Matching matching;
    private final int[] price;
    /** What each placed task would pay at most where it stands; may be out of date, and then is too low. */
    private final int[] limit;

    private long looksLeft;

    // What the last look at a task's edges found.
    private int openEdge;
    private int bestEdge;
    private int bestGain;
    private int secondGain;

    RowReduction(SlotTree places, Savings savings, Matching matching, int[] price) {
        this.places = places;
        this.savings = savings;
        this.matching = matching;
        this.price = price;
        this.limit = new int[savings.tasks()];
        this.looksLeft = (long) MOST_LOOKS_PER_EDGE * savings.edges();
    }

    /** Lets everybody bid, in the order of {@code waiting}, and moves those left undecided to its front; how many these are. */
    int run(int[] waiting) {
        int left = 0;
        for (int task : waiting) {
            int undecided = settle(task);
            if (undecided >= 0) {
                waiting[left++] = undecided;
            }
        }
        return left;
    }

    /** Settles {@code newcomer} and whoever has to go for it; the task that stays undecided, or -1. */
    private int settle(int newcomer) {
        int task = newcomer;
        while (looksLeft > 0) {
            look(task);
            if (bestGain == 0) {
                return -1;
            }
            if (openEdge >= 0) {
                matching.enter(task, openEdge);
                matching.use(savings.place[openEdge], SlotTree.NONE);
                limit[task] = savings.saving[openEdge] - secondGain;
                return -1;
            }
            int node = savings.place[bestEdge];
            if (secondGain == bestGain || !places.isNode(node) || !matching.full(node)) {
                return task;
            }
            task = bid(task, node);
        }
        return task;
    }

    private void look(int task) {
        openEdge = -1;
        bestEdge = -1;
        bestGain = 0;
        secondGain = 0;
        int to = savings.from[task + 1];
        for (int e = savings.from[task]; e < to; e++) {
            int place = savings.place[e];
            int gain = savings.saving[e] - price[place];
            if (gain > bestGain) {
                secondGain = bestGain;
                bestGain = gain;
                bestEdge = e;
                openEdge = matching.firstFull(place) < 0 ? e : -1;
            } else if (gain > secondGain) {
                secondGain = gain;
            }
            if (gain == bestGain && openEdge < 0 && bestGain > 0 && e != bestEdge && matching.firstFull(place) < 0) {
                openEdge = e;
            }
        }
        looksLeft -= to - savings.from[task];
    }

    /** {@code task} wants {@code node}, which is full; who of all that do has to go. */
    private int bid(int task, int node) {
        int edge = bestEdge;
        int offer = savings.saving[edge] - secondGain;
        int lowest = lowest(node);
        while (limit[lowest] < offer && renew(lowest, node)) {
            lowest = lowest(node);
        }
        if (offer <= limit[lowest]) {
            price[node] = offer;
            return task;
        }
        price[node] = Math.max(price[node], limit[lowest]);
        matching.leave(lowest);
        matching.enter(task, edge);
        limit[task] = offer;
        return lowest;
    }

    /** Who stands on {@code node} with the lowest limit. */
    private int lowest(int node) {
        int from = matching.first[node];
        int to = from + matching.count[node];
        int lowest = matching.standing[from];
        for (int i = from + 1; i < to; i++) {
            if (limit[matching.standing[i]] < limit[lowest]) {
                lowest = matching.standing[i];
            }
        }
        looksLeft -= to - from;
        return lowest;
    }

    /** Brings the limit of {@code task}, which stands on {@code node}, up to date; whether it was not. */
    private boolean renew(int task, int node) {
        int elsewhere = 0;
        int to = savings.from[task + 1];
        for (int e = savings.from[task]; e < to; e++) {
            if (savings.place[e] != node) {
                elsewhere = Math.max(elsewhere, savings.saving[e] - price[savings.place[e]]);
            }
        }
        looksLeft -= to - savings.from[task];
        int renewed = savings.saving[matching.edgeOf[task]] - elsewhere;
        boolean changed = renewed != limit[task];
        limit[task] = renewed;
        return changed;
    }
}
