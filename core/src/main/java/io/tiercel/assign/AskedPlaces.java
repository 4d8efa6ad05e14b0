package io.tiercel.assign;

/**
 * The edges of {@link Savings} turned round: who asks for each place, and for what saving. Both stand side by side, because
 * both are always wanted: entry i of place p is at {@code from(p) + 2 * i}.
 */
final class AskedPlaces {
    private final int[] from;
    private final int[] asked;

    AskedPlaces(Places places, Savings savings) {
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

    int from(int place) {
        return from[place];
    }

    int to(int place) {
        return from[place + 1];
    }

    int task(int i) {
        return asked[i];
    }

    int saving(int i) {
        return asked[i + 1];
    }
}
