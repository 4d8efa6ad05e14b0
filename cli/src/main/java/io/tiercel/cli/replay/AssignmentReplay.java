package io.tiercel.cli.replay;

import io.tiercel.assign.Assignment;
import io.tiercel.assign.AssignmentPolicies;
import io.tiercel.assign.AssignmentPolicy;
import io.tiercel.assign.AssignmentProblem;
import io.tiercel.assign.matching.MinCostMatching;
import io.tiercel.assign.matching.MinCostMatching.Solution;
import io.tiercel.json.DecisionRecords;
import io.tiercel.json.MalformedRecordException;
import io.tiercel.json.RecordedDecision;
import io.tiercel.json.ReplayAnswer;
import io.tiercel.record.RecordedRound;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Decides a record again, and on demand checks both decisions and measures how long it takes. */
final class AssignmentReplay {
    private static final double NANOS_PER_MICRO = 1_000;

    /** Enough for the compiler to be done with a small round, as far as that fits into the time. */
    private static final int WARM_UP_ROUNDS = 5_000;

    private static final long WARM_UP_NANOS = 1_000_000_000;

    private final @Nullable AssignmentPolicy chosen;
    private final boolean check;
    private final int repeat;

    /**
     * @param chosen the policy that decides; null for the one that each record names
     * @param check whether to check the answer and the recorded assignment
     * @param repeat how often to decide again for the median time; 0 for not at all
     */
    AssignmentReplay(@Nullable AssignmentPolicy chosen, boolean check, int repeat) {
        this.chosen = chosen;
        this.check = check;
        this.repeat = repeat;
    }

    /** @param failure why the check failed, if it did */
    record Outcome(ReplayAnswer answer, Optional<String> failure) {}

    /** @throws IllegalArgumentException if the record's policy is needed and not known */
    Outcome answer(String record) throws MalformedRecordException {
        RecordedDecision recorded = DecisionRecords.parse(record);
        AssignmentPolicy policy = chosen == null ? recordedPolicy(recorded) : chosen;
        AssignmentProblem problem = recorded.round().problem();
        Assignment assignment = policy.assign(problem);
        Optional<Finding> finding =
                check ? Optional.of(check(recorded, problem, policy, assignment)) : Optional.empty();
        ReplayAnswer answer = new ReplayAnswer(
                assignment,
                recorded.round().cost(assignment),
                chosen == null && recorded.policy() == null ? null : policy.name(),
                finding.map(Finding::verdict).orElse(null),
                repeat > 0 ? OptionalDouble.of(medianMicros(policy, problem)) : OptionalDouble.empty());
        return new Outcome(answer, finding.flatMap(Finding::failure));
    }

    private static AssignmentPolicy recordedPolicy(RecordedDecision recorded) {
        String name = recorded.policy();
        return name == null ? AssignmentPolicies.ofSingleRounds() : AssignmentPolicies.named(name);
    }

    private double medianMicros(AssignmentPolicy policy, AssignmentProblem problem) {
        long start = System.nanoTime();
        for (int i = 0; i < WARM_UP_ROUNDS && System.nanoTime() - start < WARM_UP_NANOS; i++) {
            policy.assign(problem);
        }
        long[] nanos = new long[repeat];
        for (int i = 0; i < repeat; i++) {
            long before = System.nanoTime();
            policy.assign(problem);
            nanos[i] = System.nanoTime() - before;
        }
        Arrays.sort(nanos);
        double median = (nanos[(repeat - 1) / 2] + nanos[repeat / 2]) / 2.0;
        return Math.round(median / NANOS_PER_MICRO * 10) / 10.0;
    }

    /**
     * Checks the answer, the recorded assignment, and whether they are the same. Policies are pure functions, so that the same
     * policy must repeat its decision. One of least cost need only repeat the cost: how a record writes costs may break ties.
     */
    private Finding check(
            RecordedDecision recorded, AssignmentProblem problem, AssignmentPolicy policy, Assignment answer) {
        Solution best = MinCostMatching.solve(problem);
        Finding found = Finding.of(recorded.round(), problem, best, answer, policy.isLeastCost());
        int[] nodeOf = recorded.assignment();
        if (nodeOf == null || found.failure().isPresent()) {
            return found;
        }
        Assignment before;
        try {
            before = Assignment.of(problem, nodeOf);
        } catch (IllegalArgumentException e) {
            return Finding.failed("recorded assignment: " + e.getMessage());
        }
        boolean least = recordedPolicy(recorded).isLeastCost();
        Optional<String> failure =
                Finding.of(recorded.round(), problem, best, before, least).failure();
        if (failure.isPresent()) {
            return Finding.failed("recorded assignment: " + failure.get());
        }
        long elsewhere = IntStream.range(0, nodeOf.length)
                .filter(task -> nodeOf[task] != answer.nodeOf(task))
                .count();
        if (elsewhere == 0 || (policy.isLeastCost() && before.cost() == answer.cost())) {
            return found;
        }
        String difference = elsewhere + " of " + nodeOf.length + " tasks decided otherwise than recorded";
        return chosen == null
                ? Finding.failed(difference)
                : new Finding(found.verdict() + "; " + difference, Optional.empty());
    }

    /**
     * The result of a check.
     *
     * @param verdict "optimal", what an assignment costs more than the least, or why it failed
     * @param failure why it failed, if it did
     */
    private record Finding(String verdict, Optional<String> failure) {

        /**
         * Checks an assignment against the prices of the exact solver, which prove on their own what the least cost is.
         *
         * @param mustBeLeast whether an assignment of higher cost has failed, or is merely said to cost more
         */
        static Finding of(
                RecordedRound round,
                AssignmentProblem problem,
                Solution best,
                Assignment assignment,
                boolean mustBeLeast) {
            if (assignment.matched() != problem.matchable()) {
                return failed("matched " + assignment.matched() + " tasks, " + problem.matchable() + " can be");
            }
            if (best.certificate().check(problem, assignment).isEmpty()) {
                return new Finding("optimal", Optional.empty());
            }
            Optional<String> unproved = best.certificate().check(problem, best.assignment());
            if (unproved.isPresent()) {
                return failed(unproved.get());
            }
            BigDecimal least = round.cost(best.assignment());
            String more = "costs " + round.cost(assignment).subtract(least).toPlainString() + " more than the least, "
                    + least.toPlainString();
            return mustBeLeast ? failed(more) : new Finding(more, Optional.empty());
        }

        private static Finding failed(String why) {
            return new Finding("failed: " + why, Optional.of(why));
        }
    }
}
