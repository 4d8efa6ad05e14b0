package io.tiercel.assign;

import java.util.Arrays;

/**
 * What each task saves at each place that it can ask for, against the dearest cost of all ({@code base}). Placing anybody
 * anywhere saves at least nothing, so a maximum matching of least cost is one that saves most, and places at which a task
 * saves nothing need not be said at all: six edges a task instead of one for every node.
 *
 * <p>A place stands for all nodes below it, so a task may ask for a rack, or for the root, only if none of the nodes below
 * would cost it more. Where that fails (a node dearer than its rack, a rack dearer than elsewhere) the task asks for the
 * parts one by one instead.
 *
 * <p>Compressed rows in primitive arrays: the edges of task t stand at {@code from[t]} to {@code from[t + 1]}.
 */
final class Savings {
    final long base;
    final int[] from;
    final int[] place;
    final long[] saving;

    private Savings(long base, int[] from, int[] place, long[] saving) {
        this.base = base;
        this.from = from;
        this.place = place;
        this.saving = saving;
    }

    int tasks() {
        return from.length - 1;
    }

    static Savings of(AssignmentProblem problem, Places places) {
        return new Builder(problem, places).build();
    }

    private static final class Builder {
        private final AssignmentProblem problem;
        private final Places places;
        private final long base;
        private final int[] from;
        private int[] place;
        private long[] saving;
        private int edges;

        Builder(AssignmentProblem problem, Places places) {
            this.problem = problem;
            this.places = places;
            this.base = dearest();
            this.from = new int[problem.tasks().size() + 1];
            this.place = new int[Math.max(16, 6 * from.length)];
            this.saving = new long[place.length];
        }

        private long dearest() {
            long dearest = 0;
            for (Preferences task : problem.tasks()) {
                dearest = Math.max(dearest, task.elsewhere());
                for (int i = 0; i < task.size(); i++) {
                    dearest = Math.max(dearest, task.nodeCost(i));
                }
                for (int i = 0; i < task.rackCount(); i++) {
                    dearest = Math.max(dearest, task.rackCost(i));
                }
            }
            return dearest;
        }

        Savings build() {
            int t = 0;
            for (Preferences task : problem.tasks()) {
                add(task);
                from[++t] = edges;
            }
            return new Savings(base, from, Arrays.copyOf(place, edges), Arrays.copyOf(saving, edges));
        }

        private void add(Preferences task) {
            boolean anywhere = true;
            for (int i = 0; i < task.size(); i++) {
                add(task.node(i), task.nodeCost(i));
                anywhere &= task.nodeCost(i) <= task.elsewhere();
            }
            for (int i = 0; i < task.rackCount(); i++) {
                addRack(task, task.rack(i), task.rackCost(i));
                anywhere &= task.rackCost(i) <= task.elsewhere();
            }
            if (anywhere) {
                add(places.root, task.elsewhere());
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
            int p = places.rack(rack);
            if (whole) {
                add(p, cost);
                return;
            }
            for (int c = places.childrenFrom(p); c < places.childrenTo(p); c++) {
                if (task.indexOf(places.child[c]) < 0) {
                    add(places.child[c], cost);
                }
            }
        }

        private void add(int p, int cost) {
            if (cost == base || !places.open(p)) {
                return;
            }
            if (edges == place.length) {
                place = Arrays.copyOf(place, 2 * edges);
                saving = Arrays.copyOf(saving, 2 * edges);
            }
            place[edges] = p;
            saving[edges++] = base - cost;
        }
    }
}
