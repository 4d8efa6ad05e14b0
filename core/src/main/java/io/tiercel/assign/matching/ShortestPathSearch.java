package io.tiercel.assign.matching;

import java.util.Arrays;

/**
 * Places one task along a shortest augmenting path (Dijkstra at reduced lengths). At each place a path may go up while there is
 * room, go down to a place that gives room back, or move a task standing there to another place. It ends above the root, or with
 * a task that is left out. A place with room up to the root is an end at once, since going up costs nothing.
 */
final class ShortestPathSearch extends MatchingStep {
    private static final int NONE = -1;
    private static final int FAR = Integer.MAX_VALUE;

    private final PlaceQueue queue;

    /** Each place's distance less its price, so that one read shows whether a move is shorter. */
    private final int[] reach;
    /** The edge by which a task comes to each place, or NONE where the path comes along the tree. */
    private final int[] viaEdge;

    private final int[] viaPlace;
    private final int[] reached;

    private int reachedCount;
    private int bestDistance;
    private int endPlace;
    private int endTask;

    ShortestPathSearch(Matching matching, PlaceQueue queue) {
        super(matching);
        this.queue = queue;
        this.reach = new int[places.count()];
        Arrays.fill(reach, FAR);
        this.viaEdge = new int[places.count()];
        this.viaPlace = new int[places.count()];
        this.reached = new int[places.count()];
    }

    /**
     * Places {@code task}, moving or leaving out others where that saves more; or leaves it out for good.
     *
     * @return false if that would have taken more than {@code mostSteps}; only prices have risen then, as far as it came
     */
    boolean place(int task, long mostSteps) {
        int gain = savings.gain(task, price);
        if (gain == 0) {
            return true;
        }
        boolean found = search(task, gain, steps + mostSteps);
        if (!found) {
            bestDistance = queue.distance;
        }
        raisePrices();
        if (found && endTask != task) {
            augment();
        }
        return found;
    }

    private boolean search(int task, int gain, long lastStep) {
        queue.clear();
        reachedCount = 0;
        bestDistance = gain;
        endPlace = NONE;
        endTask = task;
        relaxMoves(task, NONE, gain);
        for (int place = queue.poll(); place >= 0 && queue.distance < bestDistance; place = queue.poll()) {
            if (queue.distance - price[place] == reach[place]) {
                expand(place, queue.distance);
            }
            if (steps > lastStep && queue.distance < bestDistance) {
                return false;
            }
        }
        return true;
    }

    private void expand(int place, int d) {
        if (!matching.full(place)) {
            int parent = places.parent[place];
            relax(parent, d - price[parent], NONE, place);
        }
        int last = matching.first[place] + matching.count[place];
        for (int i = matching.first[place]; i < last; i++) {
            int task = matching.standing[i];
            int gain = savings.saving[matching.edgeOf[task]] - price[place];
            if ((long) d + gain < bestDistance) {
                bestDistance = d + gain;
                endPlace = place;
                endTask = task;
            }
            relaxMoves(task, place, (long) d + gain);
        }
        for (int below = place + 1; below < places.end[place]; below = places.end[below]) {
            steps++;
            if (matching.used[below] > 0) {
                relax(below, d - price[place], NONE, place);
            }
        }
    }

    private void relaxMoves(int task, int from, long farthest) {
        int to = savings.from[task + 1];
        for (int e = savings.from[task]; e < to; e++) {
            int place = savings.place[e];
            long near = farthest - savings.saving[e];
            if (near < reach[place]) {
                relax(place, (int) near, e, from);
            }
        }
        steps += to - savings.from[task];
    }

    /** @param near the distance found, less the price of {@code place} */
    private void relax(int place, int near, int edge, int from) {
        long d = (long) near + price[place];
        if (near >= reach[place] || d >= bestDistance) {
            return;
        }
        if (reach[place] == FAR) {
            reached[reachedCount++] = place;
        }
        reach[place] = near;
        viaEdge[place] = edge;
        viaPlace[place] = from;
        if (matching.firstFull(place) < 0) {
            bestDistance = (int) d;
            endPlace = place;
            endTask = NONE;
        } else {
            queue.add(place, (int) d);
        }
    }

    private void raisePrices() {
        int raised = 0;
        for (int i = 0; i < reachedCount; i++) {
            int place = reached[i];
            int now = bestDistance - reach[place];
            reach[place] = FAR;
            if (now > price[place]) {
                price[place] = now;
                reached[raised++] = place;
            }
        }
        for (int i = 0; i < raised; i++) {
            matching.levelPrices(reached[i]);
        }
    }

    private void augment() {
        int place = endPlace;
        if (endTask == NONE) {
            matching.use(place, SlotTree.NONE);
        } else {
            matching.leave(endTask);
        }
        while (place != NONE) {
            int from = viaPlace[place];
            if (viaEdge[place] != NONE) {
                int task = savings.task[viaEdge[place]];
                if (from != NONE) {
                    matching.leave(task);
                }
                matching.enter(task, viaEdge[place]);
            } else if (places.parent[from] == place) {
                matching.used[from]++;
            } else {
                matching.used[place]--;
            }
            place = from;
        }
    }
}
