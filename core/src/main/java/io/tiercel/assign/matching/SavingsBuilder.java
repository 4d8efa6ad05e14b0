package io.tiercel.assign.matching;

import io.tiercel.assign.AssignmentProblem;
import io.tiercel.assign.Preferences;
import java.util.Arrays;

/**
 * Lists the places that each task asks for. A place stands for all nodes below it. So a task may ask for a rack, or for the root,
 * only if no node below costs it more. Else (a node dearer than its rack, a rack dearer than elsewhere) it asks for the parts one
 * by one.
 */
final class SavingsBuilder {
    private final AssignmentProblem problem;
    private final SlotTree places;
    private final int[] from;
    private int[] place;
    /** The cost of each edge; savings are known only once all costs are. */
    private int[] edgeCost;

    private int edges;

    private SavingsBuilder(AssignmentProblem problem, SlotTree places) {
        this.problem = problem;
        this.places = places;
        this.from = new int[problem.tasks().size() + 1];
        this.place = new int[7 * from.length];
        this.edgeCost = new int[7 * from.length];
    }

    static Savings of(AssignmentProblem problem, SlotTree places) {
        return new SavingsBuilder(problem, places).build();
    }

    private Savings build() {
        int number = 0;
        for (Preferences task : problem.tasks()) {
            add(task);
            from[++number] = edges;
        }
        return savings();
    }

    /** Turns costs into savings in place, and drops what saves nothing. */
    private Savings savings() {
        CostRange costs = new CostRange();
        costs.add(edgeCost, edges);
        int base = costs.dearest();
        int unit = costs.unit();
        double perUnit = 1.0 / unit;
        int[] best = new int[from.length - 1];
        int[] owner = new int[edges];
        int kept = 0;
        int e = 0;
        for (int task = 0; task < best.length; task++) {
            int most = 0;
            for (int to = from[task + 1]; e < to; e++) {
                if (edgeCost[e] != base) {
                    // A division that leaves no rest, as a multiplication; exact, since a double holds more bits than
                    // an int.
                    int saving = (int) ((base - edgeCost[e]) * perUnit + 0.5);
                    place[kept] = place[e];
                    edgeCost[kept] = saving;
                    owner[kept++] = task;
                    most = saving > most ? saving : most;
                }
            }
            best[task] = most;
            from[task + 1] = kept;
        }
        return new Savings(base, unit, from, place, edgeCost, owner, best);
    }

    private void add(Preferences task) {
        int[] nodes = task.nodes();
        int[] nodeCosts = task.nodeCosts();
        int dearestListed = 0;
        for (int i = 0; i < nodes.length; i++) {
            int cost = nodeCosts[i];
            add(places.ofNode[nodes[i]], cost);
            dearestListed = cost > dearestListed ? cost : dearestListed;
        }
        int[] racks = task.racks();
        int[] rackCosts = task.rackCosts();
        int dearestRack = dearestListed;
        for (int i = 0; i < racks.length; i++) {
            int cost = rackCosts[i];
            if (cost >= dearestListed) {
                add(places.ofRack[racks[i]], cost);
            } else {
                addRack(task, racks[i], cost);
            }
            dearestRack = cost > dearestRack ? cost : dearestRack;
        }
        if (task.elsewhere() >= dearestRack) {
            add(SlotTree.ROOT, task.elsewhere());
        } else {
            addOtherRacks(task);
        }
    }

    private void addOtherRacks(Preferences task) {
        for (int rack = 0; rack < problem.racks(); rack++) {
            if (task.rackIndexOf(rack) < 0) {
                addRack(task, rack, task.elsewhere());
            }
        }
    }

    private void addRack(Preferences task, int rack, int cost) {
        boolean whole = true;
        for (int i = 0; i < task.size(); i++) {
            whole &= task.nodeCost(i) <= cost || problem.rackOf(task.node(i)) != rack;
        }
        int place = places.ofRack(rack);
        if (whole) {
            add(place, cost);
            return;
        }
        for (int p = place + 1; p < places.end[place]; p++) {
            if (task.indexOf(places.node(p)) < 0) {
                add(p, cost);
            }
        }
    }

    private void add(int p, int cost) {
        if (p == SlotTree.NONE || places.capacity[p] == 0) {
            return;
        }
        if (edges == place.length) {
            place = Arrays.copyOf(place, 2 * edges);
            edgeCost = Arrays.copyOf(edgeCost, 2 * edges);
        }
        place[edges] = p;
        edgeCost[edges++] = cost;
    }
}
