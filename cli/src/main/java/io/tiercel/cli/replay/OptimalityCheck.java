package io.tiercel.cli.replay;

import io.tiercel.assign.Assignment;
import io.tiercel.assign.AssignmentProblem;
import io.tiercel.assign.matching.MinCostMatching;
import io.tiercel.assign.matching.Solution;
import io.tiercel.record.RecordedRound;
import java.util.Optional;

/**
 * The result of checking an answer.
 *
 * @param verdict for the answer: "optimal", what it costs more than the least, or why it failed
 * @param failure why it failed, if it did
 */
record OptimalityCheck(String verdict, Optional<String> failure) {

    /**
     * Checks an answer against the prices of the exact solver, which prove on their own what the least cost is.
     *
     * @param mustBeLeast whether an answer of higher cost has failed, or is merely said to cost more
     */
    static OptimalityCheck of(
            RecordedRound round, AssignmentProblem problem, Assignment assignment, boolean mustBeLeast) {
        if (assignment.matched() != problem.matchable()) {
            return failed("matched " + assignment.matched() + " tasks, " + problem.matchable() + " can be");
        }
        Solution best = MinCostMatching.solve(problem);
        Optional<String> objection = best.certificate().check(problem, assignment);
        if (objection.isEmpty()) {
            return new OptimalityCheck("optimal", Optional.empty());
        }
        Optional<String> unproved = best.certificate().check(problem, best.assignment());
        if (mustBeLeast || unproved.isPresent()) {
            return failed(unproved.or(() -> objection).orElseThrow());
        }
        String more =
                round.cost(assignment).subtract(round.cost(best.assignment())).toPlainString();
        return new OptimalityCheck(
                "costs " + more + " more than the least, "
                        + round.cost(best.assignment()).toPlainString(),
                Optional.empty());
    }

    private static OptimalityCheck failed(String why) {
        return new OptimalityCheck("failed: " + why, Optional.of(why));
    }
}
