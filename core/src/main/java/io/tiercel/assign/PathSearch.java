package io.tiercel.assign;

import java.util.Arrays;

/**
 * Shortest augmenting paths over places. A path starts with the task to be placed, and at each place goes on to the place
 * above while there is room, to a place below from which room can be taken back, or with a task standing there to another
 * place; it ends above the root, or with a task that is left out.
 *
 * <p>Invariant: a place that is in use costs at least what the place above costs, and one that has room at most that; every
 * placed task stands where its saving less the price is highest, and not below 0; a task left out gains nothing anywhere. So
 * reduced lengths are never negative, and at the end prices prove the matching.
 */
final class PathSearch {
    private static final int NONE = -1;

    private final Places places;
    private final Savings savings;
    private final Matching matching;
    private final long[] price;
    private final PlaceQueue queue = new PlaceQueue();

    private final long[] distance;
    /** Edge by which a task would come to each place, or NONE where the path comes along the tree. */
    private final int[] viaEdge;

    private final int[] viaTask;
    private final int[] viaPlace;
    /** Places that the search at hand has reached, the settled ones first. */
    private final int[] reached;

    private int reachedCount;
    private long bestDistance;
    private int endPlace;
    private int endTask;

    PathSearch(Places places, Savings savings, Matching matching) {
        this.places = places;
        this.savings = savings;
        this.matching = matching;
        this.price = new long[places.count()];
        this.distance = new long[places.count()];
        Arrays.fill(distance, Long.MAX_VALUE);
        this.viaEdge = new int[places.count()];
        this.viaTask = new int[places.count()];
        this.viaPlace = new int[places.count()];
        this.reached = new int[places.count()];
    }

    /** The price of a slot of each node, which is never less than that of the places above. */
    long[] nodePrices() {
        long[] prices = new long[places.nodes];
        for (int node = 0; node < prices.length; node++) {
            for (int p = node; p >= 0; p = places.parent[p]) {
                prices[node] = Math.max(prices[node], price[p]);
            }
        }
        return prices;
    }

    /** Places {@code task}, moving or leaving out others where that saves more; or leaves it out. */
    void place(int task) {
        int best = NONE;
        long gain = 0;
        for (int e = savings.from[task]; e < savings.from[task + 1]; e++) {
            long g = savings.saving[e] - price[savings.place[e]];
            if (g > gain) {
                gain = g;
                best = e;
            }
        }
        if (best == NONE) {
            return;
        }
        if (matching.roomAt(savings.place[best])) {
            matching.enter(task, best);
            for (int p = savings.place[best]; p >= 0; p = places.parent[p]) {
                matching.used[p]++;
            }
            return;
        }
        search(task, gain);
        raisePrices();
        augment(task);
    }

    private void search(int task, long gain) {
        queue.clear();
        reachedCount = 0;
        bestDistance = gain;
        endPlace = NONE;
        endTask = task;
        relaxMoves(task, NONE, 0, gain);
        while (!queue.isEmpty() && queue.distance() < bestDistance) {
            long d = queue.distance();
            int place = queue.poll();
            if (d == distance[place]) {
                settle(place, d);
            }
        }
    }

    private void settle(int place, long d) {
        if (!matching.full(place)) {
            int parent = places.parent[place];
            if (parent < 0) {
                bestDistance = d;
                endPlace = place;
                endTask = NONE;
                return;
            }
            relax(parent, d + price[parent] - price[place], NONE, NONE, place);
        }
        for (int t = matching.first[place]; t != NONE; t = matching.next[t]) {
            long gain = savings.saving[matching.edgeOf[t]] - price[place];
            if (d + gain < bestDistance) {
                bestDistance = d + gain;
                endPlace = place;
                endTask = t;
            }
            relaxMoves(t, place, d, gain);
        }
        for (int c = places.childrenFrom(place); c < places.childrenTo(place); c++) {
            int child = places.child[c];
            if (matching.used[child] > 0) {
                relax(child, d + price[child] - price[place], NONE, NONE, place);
            }
        }
    }

    private void relaxMoves(int task, int from, long d, long gain) {
        for (int e = savings.from[task]; e < savings.from[task + 1]; e++) {
            int place = savings.place[e];
            relax(place, d + gain - savings.saving[e] + price[place], task, e, from);
        }
    }

    private void relax(int place, long d, int task, int edge, int from) {
        if (d >= distance[place] || d >= bestDistance) {
            return;
        }
        if (distance[place] == Long.MAX_VALUE) {
            reached[reachedCount++] = place;
        }
        distance[place] = d;
        viaTask[place] = task;
        viaEdge[place] = edge;
        viaPlace[place] = from;
        queue.add(place, d);
    }

    private void raisePrices() {
        for (int i = 0; i < reachedCount; i++) {
            int place = reached[i];
            price[place] += Math.max(0, bestDistance - distance[place]);
            distance[place] = Long.MAX_VALUE;
        }
    }

    private void augment(int task) {
        if (endTask == task) {
            return;
        }
        int place = endPlace;
        if (endTask == NONE) {
            matching.used[place]++;
        } else {
            matching.leave(endTask);
        }
        while (place != NONE) {
            int from = viaPlace[place];
            if (viaTask[place] != NONE) {
                if (from != NONE) {
                    matching.leave(viaTask[place]);
                }
                matching.enter(viaTask[place], viaEdge[place]);
            } else if (places.parent[from] == place) {
                matching.used[from]++;
            } else {
                matching.used[place]--;
            }
            place = from;
        }
    }
}
