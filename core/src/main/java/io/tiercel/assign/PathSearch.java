package io.tiercel.assign;

import java.util.Arrays;

/**
 * Places one task along a shortest augmenting path (Dijkstra at reduced lengths). A path starts with the task, and at each
 * place goes on to the place above while there is room, to a place below from which room can be taken back, or with a task
 * standing there to another place; it ends above the root, or with a task that is left out.
 */
final class PathSearch {
    private static final int NONE = -1;
    private static final int FAR = Integer.MAX_VALUE;

    private final Places places;
    private final Savings savings;
    private final Matching matching;
    private final int[] price;
    private final PlaceQueue queue;

    private final int[] distance;
    /** The edge by which a task comes to each place, or NONE where the path comes along the tree. */
    private final int[] viaEdge;

    private final int[] viaPlace;
    /** Places that the search at hand has reached. */
    private final int[] reached;

    private int reachedCount;
    private long steps;
    private int bestDistance;
    private int endPlace;
    private int endTask;

    PathSearch(Places places, Savings savings, Matching matching, int[] price, PlaceQueue queue) {
        this.places = places;
        this.savings = savings;
        this.matching = matching;
        this.price = price;
        this.queue = queue;
        this.distance = new int[places.count()];
        Arrays.fill(distance, FAR);
        this.viaEdge = new int[places.count()];
        this.viaPlace = new int[places.count()];
        this.reached = new int[places.count()];
    }

    /** Edges looked at so far. */
    long steps() {
        return steps;
    }

    /**
     * Places {@code task}, moving or leaving out others where that saves more; or leaves it out for good.
     *
     * @return false if that would have taken more than {@code mostSteps}; nothing has changed then
     */
    boolean place(int task, long mostSteps) {
        int gain = savings.gain(task, price);
        if (gain == 0) {
            return true;
        }
        boolean found = search(task, gain, steps + mostSteps);
        if (!found) {
            bestDistance = 0;
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
        for (int place = queue.poll(); place >= 0 && queue.distance() < bestDistance; place = queue.poll()) {
            if (queue.distance() == distance[place]) {
                expand(place, queue.distance());
            }
            if (steps > lastStep) {
                return false;
            }
        }
        return true;
    }

    private void expand(int place, int d) {
        if (!matching.full(place)) {
            if (place == Places.ROOT) {
                bestDistance = d;
                endPlace = place;
                endTask = NONE;
                return;
            }
            relax(places.parent[place], d, NONE, place);
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
                relax(below, (long) d + price[below] - price[place], NONE, place);
            }
        }
    }

    private void relaxMoves(int task, int from, long farthest) {
        int to = savings.from[task + 1];
        for (int e = savings.from[task]; e < to; e++) {
            int place = savings.place[e];
            relax(place, farthest - savings.saving[e] + price[place], e, from);
        }
        steps += to - savings.from[task];
    }

    private void relax(int place, long d, int edge, int from) {
        if (d >= distance[place] || d >= bestDistance) {
            return;
        }
        if (distance[place] == FAR) {
            reached[reachedCount++] = place;
        }
        distance[place] = (int) d;
        viaEdge[place] = edge;
        viaPlace[place] = from;
        queue.add(place, (int) d);
    }

    private void raisePrices() {
        for (int i = 0; i < reachedCount; i++) {
            int place = reached[i];
            price[place] += Math.max(0, bestDistance - distance[place]);
        }
        for (int i = 0; i < reachedCount; i++) {
            int place = reached[i];
            if (distance[place] < bestDistance) {
                matching.levelPrices(price, place);
            }
            distance[place] = FAR;
        }
    }

    private void augment() {
        int place = endPlace;
        if (endTask == NONE) {
            matching.used[place]++;
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
