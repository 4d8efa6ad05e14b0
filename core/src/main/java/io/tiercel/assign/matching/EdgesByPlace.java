package io.tiercel.assign.matching;

/**
 * The edges of {@link Savings} by place. The entries of place p stand at {@code from[p]} to {@code from[p + 1]}. Each is a pair, a
 * task and its saving, side by side because both are always read.
 */
final class EdgesByPlace {
    final int[] from;
    final int[] asked;

    EdgesByPlace(SlotTree places, Savings savings) {
        int edges = savings.edges();
        this.from = new int[places.count() + 1];
        this.asked = new int[2 * edges];
        for (int e = 0; e < edges; e++) {
            from[savings.place[e] + 1] += 2;
        }
        for (int p = 0; p < places.count(); p++) {
            from[p + 1] += from[p];
        }
        int[] next = from.clone();
        for (int e = 0; e < edges; e++) {
            int place = savings.place[e];
            int i = next[place];
            next[place] = i + 2;
            asked[i] = savings.task[e];
            asked[i + 1] = savings.saving[e];
        }
    }
}
