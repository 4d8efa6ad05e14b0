package io.tiercel.cli.replay;

import io.tiercel.assign.Assignment;
import io.tiercel.assign.AssignmentPolicy;
import io.tiercel.assign.AssignmentProblem;
import io.tiercel.assign.matching.MinCostMatching;
import io.tiercel.assign.matching.MinCostMatching.Solution;
import io.tiercel.json.DecisionRecords;
import io.tiercel.json.MalformedRecordException;
import io.tiercel.json.ReplayAnswer;
import io.tiercel.record.RecordedRound;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;

/** Decides one record again under a policy, and on demand checks the answer and measures how long it takes. */
final class AssignmentReplay {
    private static final double NANOS_PER_MICRO = 1_000;

    /** Enough for the compiler to be done with a small round, as far as that fits into the time. */
    private static final int WARM_UP_ROUNDS = 5_000;

    private static final long WARM_UP_NANOS = 1_000_000_000;

    private final AssignmentPolicy policy;
    private final Options options;

    AssignmentReplay(AssignmentPolicy policy, Options options) {
        this.policy = policy;
        this.options = options;
    }

    /**
     * @param namePolicy whether the answer is to name the policy
     * @param check what to demand of the answer
     * @param repeat how often to decide again for the median time; 0 for not at all
     */
    record Options(boolean namePolicy, Check check, int repeat) {}

    enum Check {
        NONE,
        FILLED_SLOTS,
        LEAST_COST
    }

    /** @param failure why the check failed, if it did */
    record Outcome(ReplayAnswer answer, Optional<String> failure) {}

    Outcome answer(String record) throws MalformedRecordException {
        RecordedRound round = DecisionRecords.parse(record);
        AssignmentProblem problem = round.problem();
        Assignment assignment = policy.assign(problem);
        Optional<OptimalityCheck> check = options.check() == Check.NONE
                ? Optional.empty()
                : Optional.of(OptimalityCheck.of(round, problem, assignment, options.check() == Check.LEAST_COST));
        ReplayAnswer answer = new ReplayAnswer(
                assignment,
                round.cost(assignment),
                options.namePolicy() ? policy.name() : null,
                check.map(OptimalityCheck::verdict).orElse(null),
                options.repeat() > 0 ? OptionalDouble.of(medianMicros(problem)) : OptionalDouble.empty());
        return new Outcome(answer, check.flatMap(OptimalityCheck::failure));
    }

    private double medianMicros(AssignmentProblem problem) {
        long start = System.nanoTime();
        for (int i = 0; i < WARM_UP_ROUNDS && System.nanoTime() - start < WARM_UP_NANOS; i++) {
            policy.assign(problem);
        }
        int repeat = options.repeat();
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
     * The result of checking an answer.
     *
     * @param verdict for the answer: "optimal", what it costs more than the least, or why it failed
     * @param failure why it failed, if it did
     */
    private record OptimalityCheck(String verdict, Optional<String> failure) {

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
            String more = round.cost(assignment)
                    .subtract(round.cost(best.assignment()))
                    .toPlainString();
            return new OptimalityCheck(
                    "costs " + more + " more than the least, "
                            + round.cost(best.assignment()).toPlainString(),
                    Optional.empty());
        }

        private static OptimalityCheck failed(String why) {
            return new OptimalityCheck("failed: " + why, Optional.of(why));
        }
    }
}
