package io.tiercel.cli;

import io.tiercel.assign.Assignment;
import io.tiercel.assign.AssignmentPolicy;
import io.tiercel.assign.AssignmentProblem;
import io.tiercel.assign.MinCostMatching;
import io.tiercel.assign.Solution;
import io.tiercel.assign.TridentPolicy;
import io.tiercel.json.DecisionRecords;
import io.tiercel.json.MalformedRecordException;
import io.tiercel.json.ReplayAnswer;
import io.tiercel.record.RecordedRound;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;

/** Decides one record again under a policy, and on demand checks the answer and measures how long it takes. */
final class RecordReplay {
    private static final double NANOS_PER_MICRO = 1_000;

    /** Enough for the compiler to be done with a small round, as far as that fits into the time. */
    private static final int WARM_UP_ROUNDS = 5_000;

    private static final long WARM_UP_NANOS = 1_000_000_000;

    private final AssignmentPolicy policy;
    private final boolean namePolicy;
    private final boolean check;
    private final int repeat;

    /**
     * @param namePolicy whether the answer is to name the policy
     * @param check whether the answer is to be checked
     * @param repeat how often to decide again for the median time; 0 for not at all
     */
    RecordReplay(AssignmentPolicy policy, boolean namePolicy, boolean check, int repeat) {
        this.policy = policy;
        this.namePolicy = namePolicy;
        this.check = check;
        this.repeat = repeat;
    }

    /**
     * @param failure why the check failed, if it did
     */
    record Outcome(ReplayAnswer answer, Optional<String> failure) {}

    Outcome answer(String record) throws MalformedRecordException {
        RecordedRound round = DecisionRecords.parse(record);
        AssignmentProblem problem = round.problem();
        Assignment assignment = policy.assign(problem);
        Optional<String> failure = check ? failure(problem, assignment) : Optional.empty();
        return new Outcome(
                new ReplayAnswer(
                        assignment,
                        problem.tasks().size(),
                        round.cost(assignment),
                        namePolicy ? policy.name() : null,
                        check ? verdict(round, problem, assignment, failure) : null,
                        repeat > 0 ? OptionalDouble.of(medianMicros(problem)) : OptionalDouble.empty()),
                failure);
    }

    /** Trident must be proved optimal; of the others it is demanded that they fill every slot they can. */
    private Optional<String> failure(AssignmentProblem problem, Assignment assignment) {
        if (policy.name().equals(TridentPolicy.NAME)) {
            return MinCostMatching.solve(problem).certificate().check(problem, assignment);
        }
        return assignment.matched() == problem.matchable()
                ? Optional.empty()
                : Optional.of("matched " + assignment.matched() + " tasks, " + problem.matchable() + " can be");
    }

    private static String verdict(
            RecordedRound round, AssignmentProblem problem, Assignment assignment, Optional<String> failure) {
        if (failure.isPresent()) {
            return "failed: " + failure.get();
        }
        Solution best = MinCostMatching.solve(problem);
        if (best.certificate().check(problem, assignment).isEmpty()) {
            return "optimal";
        }
        return "costs "
                + round.cost(assignment).subtract(round.cost(best.assignment())).toPlainString()
                + " more than the least, "
                + round.cost(best.assignment()).toPlainString();
    }

    private double medianMicros(AssignmentProblem problem) {
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
}
