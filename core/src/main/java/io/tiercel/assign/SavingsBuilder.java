package io.tiercel.assign;

import java.util.Arrays;

/**
 * Writes down which places each task asks for. A place stands for all nodes below it, so a task may ask for a rack, or for
 * the root, only if none of the nodes below would cost it more. Where that fails (a node dearer than its rack, a rack dearer
 * than elsewhere) the task asks for the parts one by one instead.
 */
final class SavingsBuilder {
    private final AssignmentProblem problem;
    private final Places places;
    private final int base;
    private final int unit;
    private final double perUnit;
    private final int[] from;
    private int[] place;
    private int[] saving;
    private int[] owner;
    private int edges;
    private int taskNumber;

    private SavingsBuilder(AssignmentProblem problem, Places places) {
        CostRange costs = CostRange.of(problem);
        this.problem = problem;
        this.places = places;
        this.base = costs.dearest();
        this.unit = costs.unit();
        this.perUnit = 1.0 / unit;
        this.from = new int[problem.tasks().size() + 1];
        this.place = new int[6 * from.length];
        this.saving = new int[6 * from.length];
        this.owner = new int[6 * from.length];
    }

    static Savings of(AssignmentProblem problem, Places places) {
        return new SavingsBuilder(problem, places).build();
    }

    private Savings build() {
        for (Preferences task : problem.tasks()) {
            add(task);
            from[++taskNumber] = edges;
        }
        return new Savings(base, unit, from, place, saving, owner);
    }

    private void add(Preferences task) {
        int dearestListed = 0;
        for (int i = 0; i < task.size(); i++) {
            add(places.ofNode(task.node(i)), task.nodeCost(i));
            dearestListed = Math.max(dearestListed, task.nodeCost(i));
        }
        for (int i = 0; i < task.rackCount(); i++) {
            int cost = task.rackCost(i);
            if (cost >= dearestListed) {
                add(places.ofRack(task.rack(i)), cost);
            } else {
                addRack(task, task.rack(i), cost);
            }
        }
        for (int i = 0; i < task.rackCount(); i++) {
            dearestListed = Math.max(dearestListed, task.rackCost(i));
        }
        if (task.elsewhere() >= dearestListed) {
            add(Places.ROOT, task.elsewhere());
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
        if (cost == base || places.capacity[p] == 0) {
            return;
        }
        if (edges == place.length) {
            place = Arrays.copyOf(place, 2 * edges);
            saving = Arrays.copyOf(saving, 2 * edges);
            owner = Arrays.copyOf(owner, 2 * edges);
        }
        place[edges] = p;
        owner[edges] = taskNumber;
        // A division that leaves no rest, as a multiplication; exact, since a double holds more bits than an int.
        saving[edges++] = (int) ((base - cost) * perUnit + 0.5);
    }
}
