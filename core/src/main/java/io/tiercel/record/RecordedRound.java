package io.tiercel.record;

import io.tiercel.assign.Assignment;
import io.tiercel.assign.AssignmentProblem;
import io.tiercel.assign.CostModel;
import java.math.BigDecimal;
import java.util.List;

/**
 * The deciding part of a decision record: an {@link AssignmentProblem} in the keys of docs/records.md. A task costs its score on a listed
 * node; else {@code c1} plus the lowest score listed in the node's rack; else {@code c2}; and {@code c0} if it lists nothing.
 *
 * <p>{@link RoundRecorder} makes it such that readers who know only these keys get the same costs. Failed checks name their place
 * in the record, as {@code tasks[3][0]}, what was expected there and what came.
 *
 * @param racks rack of each node; given away
 * @param slots free slots of each node; given away
 * @param scale how many of the record's cost units make one score, 1 to {@link #MAX_SCALE}
 */
public record RecordedRound(int[] racks, int[] slots, Penalties penalties, int scale, List<RecordedTask> tasks) {
    public static final int MAX_SCALE = CostModel.UNITS_PER_SCORE;

    /**
     * The costs that belong to no task, in the record's numbers.
     *
     * @param c1 added to a score by the network within a rack
     * @param c2 cost of reading from another rack
     * @param c0 cost of a task without preferred locations
     */
    public record Penalties(double c1, double c2, double c0) {}

    public RecordedRound {
        tasks = List.copyOf(tasks);
        if (scale < 1 || scale > MAX_SCALE) {
            throw bad("scale", "a whole number from 1 to " + MAX_SCALE, scale);
        }
        checkNodes(racks, slots);
        double most = CostModel.MAX_SCORE * scale;
        checkScore("c1", penalties.c1(), most);
        checkScore("c2", penalties.c2(), most);
        checkScore("c0", penalties.c0(), most);
        for (int t = 0; t < tasks.size(); t++) {
            RecordedTask task = tasks.get(t);
            for (int i = 0; i < task.size(); i++) {
                int node = task.nodes()[i];
                double score = task.scores()[i];
                // The name is built only on failure: a record may hold some hundred thousand scores.
                if (node < 0 || node >= racks.length) {
                    throw bad("tasks[" + t + "][" + i + "]", "a node from 0 to " + (racks.length - 1), node);
                } else if (!inRange(score, most)) {
                    checkScore("tasks[" + t + "][" + i + "]", score, most);
                }
            }
        }
    }

    private static void checkNodes(int[] racks, int[] slots) {
        if (racks.length != slots.length) {
            throw bad("slots", "as many as racks (" + racks.length + ")", slots.length);
        }
        long total = 0;
        for (int node = 0; node < racks.length; node++) {
            if (racks[node] < 0) {
                throw bad("racks[" + node + "]", "a rack of at least 0", racks[node]);
            }
            if (slots[node] < 0) {
                throw bad("slots[" + node + "]", "at least 0", slots[node]);
            }
            total += slots[node];
        }
        if (total > Integer.MAX_VALUE) {
            throw bad("slots", "at most " + Integer.MAX_VALUE + " in all", total);
        }
    }

    private static void checkScore(String what, double score, double most) {
        if (!inRange(score, most)) {
            throw bad(what, "a number from 0 to " + (long) most, score);
        }
    }

    private static boolean inRange(double score, double most) {
        return score >= 0 && score <= most;
    }

    private static IllegalArgumentException bad(String what, String expected, Number got) {
        String number = got.doubleValue() == got.longValue() ? Long.toString(got.longValue()) : got.toString();
        return new IllegalArgumentException(what + ": expected " + expected + ", got " + number);
    }

    public int nodes() {
        return racks.length;
    }

    CostUnit unit() {
        return CostUnit.of(this);
    }

    public AssignmentProblem problem() {
        return new RecordedProblem(this).problem();
    }

    /**
     * The cost of an assignment of {@link #problem}, in the numbers of the record. Exact where the record's numbers have few
     * enough decimals: with the largest, all of them together fit into nine digits; else each cost is rounded to those.
     */
    public BigDecimal cost(Assignment assignment) {
        return unit().number(assignment.cost());
    }
}
