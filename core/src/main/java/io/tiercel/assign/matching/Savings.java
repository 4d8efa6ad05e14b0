package io.tiercel.assign.matching;

/**
 * The savings of each task at each place, against the highest cost of all ({@code base}). No placement saves less than 0, so a
 * maximum matching of least cost is one that saves most. Places where a task saves nothing are left out: six edges a task instead
 * of one for every node.
 *
 * <p>Savings are whole multiples of {@code unit}, the greatest common divisor of all differences between costs. Ordinary scores
 * then span a hundred units, which suits bucket queues.
 *
 * <p>Compressed rows in primitive arrays: the edges of task t stand at {@code from[t]} to {@code from[t + 1]}; arrays
 * may be longer than there are edges.
 */
final class Savings {
    final int base;
    final int unit;
    final int[] from;
    final int[] place;
    final int[] saving;
    /** The task of each edge. */
    final int[] task;
    /** The highest saving of each task. */
    final int[] best;

    Savings(int base, int unit, int[] from, int[] place, int[] saving, int[] task, int[] best) {
        this.base = base;
        this.unit = unit;
        this.from = from;
        this.place = place;
        this.saving = saving;
        this.task = task;
        this.best = best;
    }

    int tasks() {
        return from.length - 1;
    }

    int edges() {
        return from[tasks()];
    }

    /** The highest saving of {@code t} at the given prices, less the price; at least 0. */
    int gain(int t, int[] price) {
        int gain = 0;
        int to = from[t + 1];
        for (int e = from[t]; e < to; e++) {
            int here = saving[e] - price[place[e]];
            gain = here > gain ? here : gain;
        }
        return gain;
    }
}
