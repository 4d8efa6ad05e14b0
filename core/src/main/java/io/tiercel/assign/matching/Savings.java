package io.tiercel.assign.matching;

import io.tiercel.assign.AssignmentProblem;
import io.tiercel.assign.Preferences;
import java.util.Arrays;

/**
 * The savings of each task at each place, against the highest cost of all ({@code base}). No placement saves less than 0, so a
 * maximum matching of least cost is one that saves most. Places where a task saves nothing are left out: six edges a task instead
 * of one for every node.
 *
 * <p>A place stands for all nodes below it. So a task may ask for a rack, or for the root, only if no node below costs it more.
 * Else (a node dearer than its rack, a rack dearer than elsewhere) it asks for the parts one by one.
 *
 * <p>Savings are whole multiples of {@code unit}, the greatest common divisor of all differences between costs. Ordinary scores
 * then span a hundred units, which suits bucket queues.
 *
 * <p>Compressed rows in primitive arrays: the edges of task t stand at {@code from[t]} to {@code from[t + 1]}; arrays
 * may be longer than there are edges.
 */
final class Savings {
    private final AssignmentProblem problem;
    private final SlotTree places;
    int base;
    int unit;
    final int[] from;
    int[] place;
    /** The cost of each edge until all costs are known, then the saving. */
    int[] saving;

    final int[] task;
    final int[] best;

    private int edges;

    Savings(AssignmentProblem problem, SlotTree places) {
        this.problem = problem;
        this.places = places;
        this.from = new int[problem.tasks().size() + 1];
        this.place = new int[7 * from.length];
        this.saving = new int[7 * from.length];
        this.best = new int[from.length - 1];
        int number = 0;
        for (Preferences each : problem.tasks()) {
            add(each);
            from[++number] = edges;
        }
        this.task = new int[edges];
        measureCosts();
        turnIntoSavings();
    }

    /** Finds the highest cost, and the greatest common divisor of the differences between costs. */
    private void measureCosts() {
        // Costs seen lately, by hash: there are few distinct ones, and a division for every cost would show.
        int[] seen = new int[64];
        Arrays.fill(seen, -1);
        for (int e = 0; e < edges; e++) {
            int cost = saving[e];
            int slot = cost * 0x9E3779B9 >>> 26;
            if (seen[slot] != cost) {
                seen[slot] = cost;
                base = Math.max(base, cost);
                unit = gcd(unit, Math.abs(cost - saving[0]));
            }
        }
        unit = Math.max(1, unit);
    }

    private static int gcd(int a, int b) {
        return b == 0 ? a : gcd(b, a % b);
    }

    /** Turns costs into savings in place, and drops what saves nothing. */
    private void turnIntoSavings() {
        double perUnit = 1.0 / unit;
        int kept = 0;
        int e = 0;
        for (int t = 0; t < best.length; t++) {
            int most = 0;
            for (int to = from[t + 1]; e < to; e++) {
                if (saving[e] != base) {
                    // A division that leaves no rest, as a multiplication; exact, since a double holds more bits than
                    // an int.
                    int saved = (int) ((base - saving[e]) * perUnit + 0.5);
                    place[kept] = place[e];
                    saving[kept] = saved;
                    task[kept++] = t;
                    most = saved > most ? saved : most;
                }
            }
            best[t] = most;
            from[t + 1] = kept;
        }
    }

    private void add(Preferences list) {
        int[] nodes = list.nodes();
        int[] nodeCosts = list.nodeCosts();
        int dearestListed = 0;
        for (int i = 0; i < nodes.length; i++) {
            int cost = nodeCosts[i];
            add(places.ofNode[nodes[i]], cost);
            dearestListed = cost > dearestListed ? cost : dearestListed;
        }
        int[] racks = list.racks();
        int[] rackCosts = list.rackCosts();
        int dearestRack = dearestListed;
        for (int i = 0; i < racks.length; i++) {
            int cost = rackCosts[i];
            if (cost >= dearestListed) {
                add(places.ofRack[racks[i]], cost);
            } else {
                addRack(list, racks[i], cost);
            }
            dearestRack = cost > dearestRack ? cost : dearestRack;
        }
        if (list.elsewhere() >= dearestRack) {
            add(SlotTree.ROOT, list.elsewhere());
            return;
        }
        for (int rack = 0; rack < problem.racks(); rack++) {
            if (list.rackIndexOf(rack) < 0) {
                addRack(list, rack, list.elsewhere());
            }
        }
    }

    private void addRack(Preferences list, int rack, int cost) {
        boolean whole = true;
        for (int i = 0; i < list.size(); i++) {
            whole &= list.nodeCost(i) <= cost || problem.rackOf(list.node(i)) != rack;
        }
        int p = places.ofRack[rack];
        if (whole) {
            add(p, cost);
            return;
        }
        for (int below = p + 1; below < places.end[p]; below++) {
            if (list.indexOf(places.node[below]) < 0) {
                add(below, cost);
            }
        }
    }

    private void add(int p, int cost) {
        if (p == SlotTree.NONE || places.capacity[p] == 0) {
            return;
        }
        if (edges == place.length) {
            place = Arrays.copyOf(place, 2 * edges);
            saving = Arrays.copyOf(saving, 2 * edges);
        }
        place[edges] = p;
        saving[edges++] = cost;
    }

    int tasks() {
        return best.length;
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

    /**
     * The edges by place. Those of place p stand at {@code from[p]} to {@code from[p + 1]}. Each is a pair, a task and its saving,
     * side by side because both are always read.
     */
    record ByPlace(int[] from, int[] edges) {}

    ByPlace byPlace() {
        int count = places.count();
        int[] starts = new int[count + 1];
        int[] sorted = new int[2 * edges()];
        for (int e = 0; e < edges(); e++) {
            starts[place[e] + 1] += 2;
        }
        for (int p = 0; p < count; p++) {
            starts[p + 1] += starts[p];
        }
        int[] next = starts.clone();
        for (int e = 0; e < edges(); e++) {
            int i = next[place[e]];
            next[place[e]] = i + 2;
            sorted[i] = task[e];
            sorted[i + 1] = saving[e];
        }
        return new ByPlace(starts, sorted);
    }
}
