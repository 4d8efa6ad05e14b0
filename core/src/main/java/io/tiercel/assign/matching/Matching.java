package io.tiercel.assign.matching;

import java.util.Arrays;

/**
 * The tasks at each place. A placed task stands at the place that it asked for, and every place counts the tasks at or below it.
 * Arrays, changed in place along augmenting paths.
 */
final class Matching {
    static final int OUT = -1;

    final SlotTree places;
    final Savings savings;
    final int[] price;
    /** Tasks at or below each place, at most its capacity. */
    final int[] used;
    /** The edge on which each task was placed, or {@link #OUT}. */
    final int[] edgeOf;
    /** Tasks standing at place p itself: {@code standing[first[p]]} to {@code standing[first[p] + count[p] - 1]}. */
    final int[] standing;

    final int[] first;
    final int[] count;
    private final int[] position;

    Matching(SlotTree places, Savings savings) {
        this.places = places;
        this.savings = savings;
        this.price = new int[places.count()];
        this.used = new int[places.count()];
        this.edgeOf = new int[savings.tasks()];
        Arrays.fill(edgeOf, OUT);
        this.first = new int[places.count() + 1];
        for (int p = 0; p < places.count(); p++) {
            first[p + 1] = first[p] + places.capacity[p];
        }
        this.count = new int[places.count()];
        this.standing = new int[first[places.count()]];
        this.position = new int[savings.tasks()];
    }

    boolean full(int place) {
        return used[place] == places.capacity[place];
    }

    /** The lowest full place at or above {@code place}, {@link SlotTree#NONE} if there is room all the way up. */
    int firstFull(int place) {
        int p = place;
        while (p >= 0 && used[p] < places.capacity[p]) {
            p = places.parent[p];
        }
        return p;
    }

    /** Counts one task more from {@code place} up to below {@code above}. */
    void use(int place, int above) {
        for (int p = place; p != above; p = places.parent[p]) {
            used[p]++;
        }
    }

    /** Counts one task fewer from {@code place} up to below {@code above}. */
    void release(int place, int above) {
        for (int p = place; p != above; p = places.parent[p]) {
            used[p]--;
        }
    }

    /** Raises prices below {@code place}: a place with room costs at least as much as the place above it. */
    void levelPrices(int place) {
        for (int p = place + 1; p < places.end[place]; p++) {
            int above = price[places.parent[p]];
            if (price[p] < above && used[p] < places.capacity[p]) {
                price[p] = above;
            }
        }
    }

    int placeOf(int task) {
        return savings.place[edgeOf[task]];
    }

    /** Puts {@code task} at the place of {@code edge}; the caller counts the use of places. */
    void enter(int task, int edge) {
        int place = savings.place[edge];
        edgeOf[task] = edge;
        position[task] = first[place] + count[place]++;
        standing[position[task]] = task;
    }

    void leave(int task) {
        int place = placeOf(task);
        int last = standing[first[place] + --count[place]];
        standing[position[task]] = last;
        position[last] = position[task];
        edgeOf[task] = OUT;
    }
}
