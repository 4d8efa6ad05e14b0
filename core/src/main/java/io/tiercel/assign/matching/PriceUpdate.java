package io.tiercel.assign.matching;

import java.util.Arrays;

/**
 * Sets each price to the worth of one more slot: the length of the shortest path from the place out of the matching, above the
 * root or with a task left out. One search for all places, backwards from the ends (Dijkstra at reduced lengths), gives waiting
 * tasks a path of length 0. It stops once most of them have one, and raises farther places as far as it came. The last tasks are
 * those that will be left out, or those for which the ends in sight would not suffice anyway.
 */
final class PriceUpdate extends MatchingStep {
    private static final int FAR = Integer.MAX_VALUE;

    /** {@link SlotTree#NONE} as the lower half of a long. */
    private static final long NO_PLACE = SlotTree.NONE & 0xFFFF_FFFFL;

    /** At most 1/n of the waiting tasks may be left without a path. */
    private static final int MISSED_SHARE = 4;

    private final PlaceQueue queue;
    private final Savings.ByPlace asked;
    /** The distance of each place's price to its new one; negative (-1 - distance) once certain. */
    private final int[] distance;
    /**
     * Each task's gain at the present prices (upper half) and its place or NONE (lower half): one read instead of two. Negative
     * for tasks that neither stand nor wait.
     */
    private final long[] standing;

    private final ShortestPaths paths;

    PriceUpdate(Matching matching, PlaceQueue queue, Savings.ByPlace asked, ShortestPaths paths) {
        super(matching);
        this.queue = queue;
        this.asked = asked;
        this.paths = paths;
        this.distance = new int[places.count()];
        this.standing = new long[savings.tasks()];
    }

    /** Raises prices for the first {@code count} of {@code waiting}, none of which is placed. */
    void run(int[] waiting, int count) {
        Arrays.fill(distance, FAR);
        queue.clear();
        paths.clear();
        standings();
        for (int i = 0; i < count; i++) {
            standing[waiting[i]] = (long) savings.gain(waiting[i], price) << 32 | NO_PLACE;
        }
        reachEnds();
        int left = count;
        int mayMiss = count / MISSED_SHARE;
        for (int place = queue.poll(); place >= 0 && left > mayMiss; place = queue.poll()) {
            int d = queue.distance;
            if (distance[place] == d) {
                distance[place] = -1 - d;
                relaxTree(place, price[place] + d);
                left -= relaxAskers(place, d);
            }
        }
        raise(queue.distance);
    }

    private void standings() {
        for (int task = 0; task < standing.length; task++) {
            int e = matching.edgeOf[task];
            if (e == Matching.OUT) {
                standing[task] = SlotTree.NONE;
            } else {
                int place = savings.place[e];
                int gain = savings.saving[e] - price[place];
                standing[task] = (long) gain << 32 | place;
                if (gain < distance[place]) {
                    distance[place] = gain;
                    paths.hop(place, task, ShortestPaths.END);
                }
            }
        }
    }

    private void reachEnds() {
        if (!matching.full(SlotTree.ROOT)) {
            distance[SlotTree.ROOT] = 0;
            paths.hop(SlotTree.ROOT, ShortestPaths.ALONG, ShortestPaths.END);
        }
        for (int place = 0; place < distance.length; place++) {
            if (distance[place] < FAR) {
                queue.add(place, distance[place]);
            }
        }
    }

    private void relaxTree(int place, int newPrice) {
        int parent = places.parent[place];
        if (parent >= 0 && matching.used[place] > 0) {
            relax(parent, (long) newPrice - price[parent], place);
        }
        int end = places.end[place];
        for (int below = place + 1; below < end; below = places.end[below]) {
            if (!matching.full(below)) {
                relax(below, (long) newPrice - price[below], place);
            }
        }
    }

    /** Looks at all tasks that ask for {@code place}; returns how many waiting tasks get their first path. */
    private int relaxAskers(int place, int d) {
        int shown = 0;
        int[] askers = asked.edges();
        int first = asked.from()[place];
        int to = asked.from()[place + 1];
        long newPrice = (long) price[place] + d;
        for (int i = first; i < to; i += 2) {
            int task = askers[i];
            long who = standing[task];
            int from = (int) who;
            long far = (who >> 32) - askers[i + 1] + newPrice;
            if (from >= 0) {
                if (far < distance[from]) {
                    distance[from] = (int) far;
                    paths.hop(from, task, place);
                    queue.add(from, (int) far);
                }
            } else if (who >= 0 && far <= d) {
                standing[task] = SlotTree.NONE;
                paths.show(task);
                shown++;
            }
        }
        steps += (to - first) / 2;
        return shown;
    }

    private void relax(int place, long d, int to) {
        if (d < distance[place]) {
            paths.hop(place, ShortestPaths.ALONG, to);
            distance[place] = (int) d;
            queue.add(place, (int) d);
        }
    }

    private void raise(int d) {
        for (int place = 0; place < distance.length; place++) {
            int far = distance[place];
            if (far >= 0) {
                paths.hop(place, ShortestPaths.ALONG, ShortestPaths.NOWHERE);
            }
            if (places.capacity[place] > 0) {
                price[place] += far < 0 ? -1 - far : d;
            }
        }
        matching.levelPrices(SlotTree.ROOT);
    }
}
