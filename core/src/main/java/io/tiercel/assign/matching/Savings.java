package io.tiercel.assign.matching;

/**
 * What each task saves at each place that it can ask for, against the dearest cost of all ({@code base}). Placing anybody
 * anywhere saves at least nothing, so a maximum matching of least cost is one that saves most, and places at which a task
 * saves nothing need not be said at all: six edges a task instead of one for every node.
 *
 * <p>Savings are whole multiples of {@code unit}, the greatest common divisor of all differences between costs: ordinary
 * scores then span a hundred units, which the searches' queues like.
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
