package io.tiercel.assign.matching;

import java.util.Arrays;

/**
 * Places tasks along paths of reduced length 0, searched backwards from their ends. With fewer ends than waiting tasks, such a
 * search soon meets a waiting task, while most forward searches would fail.
 *
 * <p>A place from which no waiting task was met is dead for the rest of the round. Places that lead into it are dead as well, so
 * no later path touches them.
 */
final class BackwardPaths extends MatchingStep {
    private static final int DEAD = Integer.MAX_VALUE;

    private final Savings.ByPlace asked;
    private final ShortestPaths paths;
    /** Each task's gain; moves along such paths do not change it. 0 for tasks given up. */
    private final int[] gain;
    /** The search that met each place last, or DEAD if one did in vain. */
    private final int[] met;

    /** Places met whose askers have not been looked at. */
    private final int[] stack;

    private int height;
    /** All places met by the search at hand. */
    private final int[] reached;

    private int seen;
    private int search;

    BackwardPaths(Matching matching, Savings.ByPlace asked, ShortestPaths paths) {
        super(matching);
        this.asked = asked;
        this.paths = paths;
        this.gain = new int[savings.tasks()];
        this.met = new int[places.count()];
        this.stack = new int[places.count()];
        this.reached = new int[places.count()];
    }

    /** Ends of paths: slots free above the root, and unless these are {@code enough}, tasks placed that gain nothing. */
    int ends(int enough) {
        int ends = places.capacity[SlotTree.ROOT] - matching.used[SlotTree.ROOT];
        if (ends >= enough) {
            return ends;
        }
        for (int edge : matching.edgeOf) {
            if (edge != Matching.OUT && savings.saving[edge] == price[savings.place[edge]]) {
                ends++;
            }
        }
        return ends;
    }

    /** Uses up the ends that can be used, with about {@code mostSteps} looks at edges at most. */
    void run(long mostSteps) {
        long last = steps + mostSteps;
        Arrays.fill(met, 0);
        search = 0;
        for (int task = 0; task < gain.length; task++) {
            int edge = matching.edgeOf[task];
            gain[task] = edge == Matching.OUT
                    ? savings.gain(task, price)
                    : savings.saving[edge] - price[savings.place[edge]];
        }
        for (int place = places.count() - 1; place >= 0; place--) {
            while (steps < last && met[place] != DEAD && matching.firstFull(place) < 0) {
                if (!startAbove(place) || !fill()) {
                    break;
                }
            }
        }
        for (int task = 0; task < gain.length && steps < last; task++) {
            if (gain[task] == 0 && matching.edgeOf[task] != Matching.OUT) {
                int place = matching.placeOf(task);
                if (met[place] != DEAD) {
                    start();
                    meet(place, task, ShortestPaths.END);
                    fill();
                }
            }
        }
    }

    private void start() {
        search++;
        seen = 0;
        height = 0;
    }

    /** From {@code place} there is room all the way up; false if one of the places above is dead. */
    private boolean startAbove(int place) {
        start();
        for (int p = place; p >= 0; p = places.parent[p]) {
            if (met[p] == DEAD) {
                return false;
            }
            meet(p, ShortestPaths.ALONG, places.parent[p]);
        }
        // The place itself is looked at first.
        for (int i = 0; i < height; i++) {
            stack[i] = reached[height - 1 - i];
        }
        return true;
    }

    /** A way out leads from {@code place}, by {@code task} or along the tree, to {@code to}. */
    private void meet(int place, int task, int to) {
        met[place] = search;
        paths.hop(place, task, to);
        reached[seen++] = place;
        stack[height++] = place;
    }

    private boolean isFresh(int place) {
        return met[place] != search && met[place] != DEAD;
    }

    /** Brings a waiting task to one of the places met; false if none can come there. */
    private boolean fill() {
        while (height > 0) {
            int place = stack[--height];
            meetAlongTree(place);
            int from = asked.from()[place];
            int to = asked.from()[place + 1];
            for (int i = from; i < to; i += 2) {
                int task = asked.edges()[i];
                if (asked.edges()[i + 1] - price[place] == gain[task]) {
                    if (matching.edgeOf[task] != Matching.OUT) {
                        int stands = matching.placeOf(task);
                        if (isFresh(stands)) {
                            meet(stands, task, place);
                        }
                    } else if (gain[task] > 0) {
                        steps += (i - from) / 2;
                        paths.go(task, place);
                        return true;
                    }
                }
            }
            steps += (to - from) / 2;
        }
        for (int i = 0; i < seen; i++) {
            met[reached[i]] = DEAD;
        }
        return false;
    }

    private void meetAlongTree(int place) {
        int parent = places.parent[place];
        if (parent >= 0 && matching.used[place] > 0 && price[parent] == price[place] && isFresh(parent)) {
            meet(parent, ShortestPaths.ALONG, place);
        }
        int end = places.end[place];
        for (int below = place + 1; below < end; below = places.end[below]) {
            if (!matching.full(below) && price[below] == price[place] && isFresh(below)) {
                meet(below, ShortestPaths.ALONG, place);
            }
        }
    }
}
