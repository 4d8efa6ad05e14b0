package io.tiercel.json;

import io.tiercel.json.PlanRecords.About;
import io.tiercel.prefetch.PrefetchProblem;
import io.tiercel.prefetch.plan.PrefetchPlan;
import java.util.List;

/**
 * A plan as {@link PlanRecords} wrote it.
 *
 * @param about the stage that it was made for
 * @param planner the name of the planner that made it
 * @param problem the problem that the planner solved
 * @param nodes names of the problem's nodes
 * @param plan the decision; records leave out which selections were modelled
 * @param dropped why no block of it was requested; empty if blocks were requested
 * @param planningMillis how long planning took; -1 in records that do not say so
 */
public record RecordedPlan(
        About about,
        String planner,
        PrefetchProblem problem,
        List<String> nodes,
        PrefetchPlan plan,
        String dropped,
        long planningMillis) {
    public RecordedPlan {
        nodes = List.copyOf(nodes);
        if (plan.blocks().size() != problem.blocks().size()) {
            throw new IllegalArgumentException("plan: expected a decision for each block ("
                    + problem.blocks().size() + "), got " + plan.blocks().size());
        }
    }

    /**
     * Reads a record of kind {@link RecordKind#PLAN}; skips keys that it does not know.
     *
     * @throws MalformedRecordException if {@code text} is no such record
     */
    public static RecordedPlan parse(String text) throws MalformedRecordException {
        return JsonValue.read(text, PlanRecords::plan);
    }
}
