package io.tiercel.assign.matching;

import java.util.Arrays;

/**
 * Places tasks along paths of reduced length 0, found depth first at fixed prices: the augmenting step of the primal-dual method,
 * with the look-ahead of Pothen and Fan. A place from which a search failed is not entered again in the same round.
 *
 * <p>A place with room passes a task on to the place above. So paths lead from full place to full place, called heads here. A
 * task at a head, or below it at a place with room, may move to another place and make room for the next task.
 */
final class TightPathSearch extends MatchingStep {
    /** Heads on the path, or left in vain in this round. */
    private final boolean[] closed;
    /** The path: heads, and the edge by which a task comes to each; -1 where the path goes down from the head before. */
    private final int[] head;

    private final int[] edge;
    /** Where the scan of each head on the path goes on: place, task standing there, edge of that task. */
    private final int[] atPlace;

    private final int[] atTask;
    private final int[] atEdge;
    /** The last round in which each task was found to have no end of a path one step away; prices do not change in a round. */
    private final int[] vain;

    private int round;
    /** Ends of paths not used up. */
    private int ends;

    TightPathSearch(Matching matching) {
        super(matching);
        this.closed = new boolean[places.count()];
        this.head = new int[places.count()];
        this.edge = new int[places.count()];
        this.atPlace = new int[places.count()];
        this.atTask = new int[places.count()];
        this.atEdge = new int[places.count()];
        this.vain = new int[savings.tasks()];
    }

    /** @param endsNow how many paths can end now, see {@link BackwardPaths#ends} */
    void startRound(int endsNow) {
        Arrays.fill(closed, false);
        round++;
        ends = endsNow;
    }

    /** Whether {@code task} is settled: placed, or worth no slot at these prices. */
    boolean settle(int task) {
        int gain = savings.gain(task, price);
        if (gain == 0) {
            return true;
        }
        if (ends <= 0) {
            return false;
        }
        int from = savings.from[task];
        int to = savings.from[task + 1];
        steps += to - from;
        for (int e = from; e < to; e++) {
            int place = savings.place[e];
            if (savings.saving[e] - price[place] == gain && matching.firstFull(place) < 0) {
                matching.enter(task, e);
                matching.use(place, SlotTree.NONE);
                ends--;
                return true;
            }
        }
        for (int e = from; e < to; e++) {
            int place = savings.place[e];
            if (savings.saving[e] - price[place] == gain) {
                int full = matching.firstFull(place);
                if (!closed[full] && descend(full, e)) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean descend(int firstHead, int firstEdge) {
        int depth = 0;
        push(0, firstHead, firstEdge);
        if (endsAt(0)) {
            return true;
        }
        while (depth >= 0) {
            if (!advance(depth)) {
                depth--;
            } else if (endsAt(++depth)) {
                return true;
            }
        }
        return false;
    }

    private void push(int depth, int full, int viaEdge) {
        closed[full] = true;
        head[depth] = full;
        edge[depth] = viaEdge;
        atPlace[depth] = full;
        atTask[depth] = matching.first[full];
        atEdge[depth] = -1;
    }

    /** Looks one step ahead: whether some task can leave the head at {@code depth} for good, or for a place with room. */
    private boolean endsAt(int depth) {
        int full = head[depth];
        int end = places.end[full];
        for (int p = full; p < end; ) {
            if (p != full && matching.full(p)) {
                p = places.end[p];
                continue;
            }
            int last = matching.first[p] + matching.count[p];
            for (int i = matching.first[p]; i < last; i++) {
                int task = matching.standing[i];
                if (vain[task] != round && leaves(task, price[full], depth)) {
                    return true;
                }
            }
            p++;
        }
        return false;
    }

    private boolean leaves(int task, int at, int depth) {
        int gain = savings.saving[matching.edgeOf[task]] - at;
        if (gain == 0) {
            int place = matching.placeOf(task);
            matching.leave(task);
            augment(depth, place);
            return true;
        }
        int to = savings.from[task + 1];
        for (int e = savings.from[task]; e < to; e++) {
            int place = savings.place[e];
            if (savings.saving[e] - price[place] == gain && matching.firstFull(place) < 0) {
                int left = matching.placeOf(task);
                matching.leave(task);
                matching.enter(task, e);
                matching.use(place, SlotTree.NONE);
                augment(depth, left);
                return true;
            }
        }
        steps += to - savings.from[task];
        vain[task] = round;
        return false;
    }

    /** Pushes the next head that can be reached from the one at {@code depth}; false if there is none left. */
    private boolean advance(int depth) {
        int full = head[depth];
        int at = price[full];
        int end = places.end[full];
        int p = atPlace[depth];
        int i = atTask[depth];
        int e = atEdge[depth];
        while (p < end) {
            if (p != full && matching.full(p)) {
                int below = p;
                p = places.end[p];
                i = p < end ? matching.first[p] : 0;
                if (price[below] == at && !closed[below] && places.capacity[below] > 0) {
                    atPlace[depth] = p;
                    atTask[depth] = i;
                    atEdge[depth] = -1;
                    push(depth + 1, below, -1);
                    return true;
                }
                continue;
            }
            int last = matching.first[p] + matching.count[p];
            for (; i < last; i++, e = -1) {
                int task = matching.standing[i];
                int gain = savings.saving[matching.edgeOf[task]] - at;
                int to = savings.from[task + 1];
                for (e = e < 0 ? savings.from[task] : e; e < to; e++) {
                    int place = savings.place[e];
                    if (savings.saving[e] - price[place] == gain) {
                        int next = matching.firstFull(place);
                        if (!closed[next]) {
                            atPlace[depth] = p;
                            atTask[depth] = i;
                            atEdge[depth] = e + 1;
                            push(depth + 1, next, e);
                            return true;
                        }
                    }
                }
                steps += to - savings.from[task];
            }
            p++;
            i = p < end ? matching.first[p] : 0;
        }
        return false;
    }

    /** Moves everybody along the path whose last head, at {@code depth}, a task has just left from {@code left}. */
    private void augment(int depth, int left) {
        ends--;
        int from = left;
        for (int d = depth; d >= 0; d--) {
            int full = head[d];
            closed[full] = false;
            matching.release(from, full);
            int e = edge[d];
            if (e < 0) {
                from = full;
                continue;
            }
            int task = savings.task[e];
            if (d > 0) {
                from = matching.placeOf(task);
                matching.leave(task);
            }
            matching.enter(task, e);
            matching.use(savings.place[e], full);
        }
    }
}
