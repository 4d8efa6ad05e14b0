package io.tiercel.cli;

import io.tiercel.assign.Assignment;
import io.tiercel.assign.AssignmentProblem;
import io.tiercel.assign.MinCostMatching;
import io.tiercel.assign.Solution;
import io.tiercel.record.RecordedRound;
import java.util.Optional;

/**
 * What checking an answer found.
 *
 * @param verdict for the answer: "optimal", what it costs more than the least, or why it failed
 * @param failure why it failed, if it did
 */
record AnswerCheck(String verdict, Optional<String> failure) {

    /**
     * Checks an answer against the prices of the exact solver, which prove on their own what the least cost is.
     *
     * @param mustBeLeast whether an answer of higher cost has failed, or is merely said to cost more
     */
    static AnswerCheck of(RecordedRound round, AssignmentProblem problem, Assignment assignment, boolean mustBeLeast) {
        if (assignment.matched() != problem.matchable()) {
            return failed("matched " + assignment.matched() + " tasks, " + problem.matchable() + " can be");
        }
        Solution best = MinCostMatching.solve(problem);
        Optional<String> objection = best.certificate().check(problem, assignment);
        if (objection.isEmpty()) {
            return new AnswerCheck("optimal", Optional.empty());
        }
        Optional<String> unproved = best.certificate().check(problem, best.assignment());
        if (mustBeLeast || unproved.isPresent()) {
            return failed(unproved.or(() -> objection).orElseThrow());
        }
        String more =
                round.cost(assignment).subtract(round.cost(best.assignment())).toPlainString();
        return new AnswerCheck(
                "costs " + more + " more than the least, "
                        + round.cost(best.assignment()).toPlainString(),
                Optional.empty());
    }

    private static AnswerCheck failed(String why) {
        return new AnswerCheck("failed: " + why, Optional.of(why));
    }
}
