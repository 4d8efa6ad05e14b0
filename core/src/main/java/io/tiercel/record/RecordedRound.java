package io.tiercel.record;

import io.tiercel.assign.Assignment;
import io.tiercel.assign.AssignmentProblem;
import io.tiercel.assign.CostModel;
import java.math.BigDecimal;
import java.util.List;

/**
 * The deciding part of a decision record: an {@link AssignmentProblem} in the keys of DESIGN.md. A task costs its score on a listed
 * node; else {@code c1} plus the lowest score listed in the node's rack; else {@code c2}; and {@code c0} if it lists nothing.
 *
 * <p>{@link RoundRecorder} makes it such that readers who know only these keys get the same costs.
 */
public final class RecordedRound {
    /** The highest {@link #scale}. */
    public static final int MAX_SCALE = CostModel.UNITS_PER_SCORE;

    private final int[] racks;
    private final int[] slots;
    private final Penalties penalties;
    private final int scale;
    private final List<RecordedTask> tasks;
    private final CostUnit unit;

    /**
     * Takes over the arrays.
     *
     * @param racks rack of each node
     * @param slots free slots of each node
     * @param scale how many of the record's cost units make one score, 1 to {@link #MAX_SCALE}
     * @throws IllegalArgumentException naming the place in the record, what was expected there and what came
     */
    public RecordedRound(int[] racks, int[] slots, Penalties penalties, int scale, List<RecordedTask> tasks) {
        this.racks = racks;
        this.slots = slots;
        this.penalties = penalties;
        this.scale = scale;
        this.tasks = List.copyOf(tasks);
        RecordChecks.check(this);
        this.unit = CostUnit.of(this);
    }

    public int nodes() {
        return racks.length;
    }

    public int rack(int node) {
        return racks[node];
    }

    public int slots(int node) {
        return slots[node];
    }

    public Penalties penalties() {
        return penalties;
    }

    public int scale() {
        return scale;
    }

    public List<RecordedTask> tasks() {
        return tasks;
    }

    int[] racks() {
        return racks;
    }

    int[] slots() {
        return slots;
    }

    CostUnit unit() {
        return unit;
    }

    /** The problem that was recorded. */
    public AssignmentProblem problem() {
        return new RecordedProblem(this).problem();
    }

    /**
     * The cost of an assignment of {@link #problem}, in the numbers of the record. Exact where the record's numbers have few
     * enough decimals: with the largest, all of them together fit into nine digits; else each cost is rounded to those.
     */
    public BigDecimal cost(Assignment assignment) {
        return unit.number(assignment.cost());
    }
}
