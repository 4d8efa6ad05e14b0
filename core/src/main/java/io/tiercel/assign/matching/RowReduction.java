package io.tiercel.assign.matching;

/**
 * The solver's start: tasks take places with room, or outbid tasks on a full node, as in an auction. Undecided tasks wait for
 * {@link MatchingSolver}. This is the augmenting row reduction of Jonker and Volgenant (Computing 38, 1987) for nodes of several
 * slots.
 *
 * <p>A task's limit at a node is the price at which its second best place, or none, is as good. The task with the lowest limit
 * leaves a full node, and that limit becomes the price: more tasks than slots would pay it, so no optimum has a lower price.
 * Nothing is bid where two places are equally good, since that needs a price between whole numbers. Racks and the root keep price
 * 0, so a task waits where a full rack is in its way.
 *
 * <p>Keeps the invariant of {@link MatchingSolver}: a node with a price is full and stays full, and no task pays more than its
 * limit.
 */
final class RowReduction extends MatchingStep {
    /** Looks per edge after which the auction ends, each at an edge or at a task on a node. */
    private static final int MOST_LOOKS_PER_EDGE = 8;

    /** The most that each placed task would pay where it stands; an outdated value is too low. */
    private final int[] limit;

    private long looksLeft;

    // The result of the last look at a task's edges.
    private int openEdge;
    private int bestEdge;
    private int bestGain;
    private int secondGain;

    RowReduction(Matching matching) {
        super(matching);
        this.limit = new int[savings.tasks()];
        this.looksLeft = (long) MOST_LOOKS_PER_EDGE * savings.edges();
    }

    /** Lets all tasks bid in the order of {@code waiting}, moves undecided ones to its front, and returns their number. */
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

    /** Settles {@code newcomer} and the tasks that it displaces; returns the task that stays undecided, or -1. */
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

    /** Updates the limit of {@code task} on {@code node}; returns whether it changed. */
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
