package io.tiercel.json;

import io.tiercel.json.PlanRecords.About;
import io.tiercel.prefetch.PrefetchProblem;
import io.tiercel.prefetch.plan.PrefetchPlan;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A plan as {@link PlanRecords} wrote it.
 *
 * @param about whose it is
 * @param planner the name of the planner that made it
 * @param problem what was known
 * @param nodes names of the problem's nodes
 * @param plan what was decided; which selections were modelled is not recorded
 * @param dropped why nothing of it was asked for; empty if it was
 */
public record RecordedPlan(
        About about, String planner, PrefetchProblem problem, List<String> nodes, PrefetchPlan plan, String dropped) {
    public RecordedPlan {
        nodes = List.copyOf(nodes);
        if (plan.blocks().size() != problem.blocks().size()) {
            throw new IllegalArgumentException("plan: expected a decision for each block ("
                    + problem.blocks().size() + "), got " + plan.blocks().size());
        }
    }

    /**
     * Reads a record of kind {@link RecordKind#PLAN}; keys that it does not know are passed over.
     *
     * @throws MalformedRecordException if {@code text} is not that
     */
    public static RecordedPlan parse(String text) throws MalformedRecordException {
        Parts parts = new Parts();
        return RecordFields.read(text, parts::field, parts::plan);
    }

    private static final class Parts {
        private final AboutFields about = new AboutFields();
        private final ProblemFields problem = new ProblemFields();
        private final PlanFields plan = new PlanFields();
        private @Nullable String planner;
        private String dropped = "";
        private boolean hasProblem;
        private boolean hasPlan;

        void field(String name, JsonCursor json) throws IOException, MalformedRecordException {
            switch (name) {
                case "planner" -> planner = json.text("planner: a name");
                case "dropped" -> dropped = json.text("dropped: a text");
                case "problem" -> {
                    json.object("problem: an object", problem::field);
                    hasProblem = true;
                }
                case "plan" -> {
                    json.object("plan: an object", plan::field);
                    hasPlan = true;
                }
                default -> about.field(name, json);
            }
        }

        RecordedPlan plan() {
            return new RecordedPlan(
                    about.about(),
                    RecordFields.present("planner", planner),
                    RecordFields.present("problem", hasProblem ? problem : null).problem(),
                    problem.names(),
                    RecordFields.present("plan", hasPlan ? plan : null).plan(),
                    dropped);
        }
    }
}
