package io.tiercel.demo.prefetch;

import io.tiercel.cli.CommandFailure;
import io.tiercel.cli.ExitCodes;
import io.tiercel.demo.report.Trials;
import io.tiercel.json.MalformedRecordException;
import io.tiercel.json.RecordKind;
import io.tiercel.json.RecordedOutcome;
import io.tiercel.json.RecordedPlan;
import io.tiercel.prefetch.PrefetchOutcome;
import io.tiercel.prefetch.plan.BlockDecision;
import io.tiercel.prefetch.plan.PrefetchReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** The plans of one application and their outcomes, by its records. */
record ApplicationPlans(List<RecordedPlan> plans, List<RecordedOutcome> outcomes) {
    ApplicationPlans {
        plans = List.copyOf(plans);
        outcomes = List.copyOf(outcomes);
    }

    /** @param records directory of the records; without a file of the application there are no plans */
    static ApplicationPlans read(Path records, String app) {
        List<RecordedPlan> plans = new ArrayList<>();
        List<RecordedOutcome> outcomes = new ArrayList<>();
        Path file = records.resolve("prefetch-" + app + ".jsonl");
        try {
            for (String line : Files.exists(file) ? Files.readAllLines(file) : List.<String>of()) {
                switch (RecordKind.of(line)) {
                    case PLAN -> plans.add(RecordedPlan.parse(line));
                    case OUTCOME -> outcomes.add(RecordedOutcome.parse(line));
                    case ROUND, STAGE -> {
                        // Not about prefetching.
                    }
                }
            }
        } catch (IOException | MalformedRecordException e) {
            throw new CommandFailure(ExitCodes.NEGATIVE, "cannot read the plans in " + file + ": " + e.getMessage());
        }
        return new ApplicationPlans(plans, outcomes);
    }

    /** The plans for these stages, as far as their outcome is known. */
    List<PlannedStage> of(Collection<Integer> stages) {
        return plans.stream()
                .filter(plan -> stages.contains(plan.about().stage()))
                .flatMap(plan -> outcomes.stream()
                        .filter(outcome -> outcome.about().stage()
                                        == plan.about().stage()
                                && outcome.about().attempt() == plan.about().attempt())
                        .limit(1)
                        .map(outcome -> stage(plan, outcome.outcome())))
                .toList();
    }

    /** Milliseconds that planning took for these stages, one by one. */
    List<Long> planningMillis(Collection<Integer> stages) {
        return plans.stream()
                .filter(plan -> stages.contains(plan.about().stage()))
                .map(RecordedPlan::planningMillis)
                .toList();
    }

    private static PlannedStage stage(RecordedPlan plan, PrefetchOutcome outcome) {
        List<PrefetchReason> reasons =
                plan.plan().blocks().stream().map(BlockDecision::choice).toList();
        return new PlannedStage(
                plan.about().stage(),
                reasons.size(),
                (int) reasons.stream()
                        .filter(reason -> reason == PrefetchReason.IN_MEMORY)
                        .count(),
                plan.plan().delay(),
                outcome,
                left(reasons),
                plan.dropped().isEmpty() ? plan.plan().end().text() : plan.dropped());
    }

    private static String left(List<PrefetchReason> reasons) {
        return Trials.commonest(reasons.stream().filter(reason -> reason != PrefetchReason.TAKEN))
                .map(PrefetchReason::text)
                .orElse("");
    }

    /**
     * The plan for one stage, or for the scans of a query, and its outcome.
     *
     * @param stage the stage's id; -1 for a query
     * @param blocks of its input
     * @param inMemory of these, in memory when the plan was made
     * @param delay by which the plan holds the first tasks back, seconds
     * @param left the commonest reason for which a block was left; empty if none was
     * @param end why the search for a better plan ended
     */
    record PlannedStage(
            int stage, int blocks, int inMemory, double delay, PrefetchOutcome outcome, String left, String end) {}
}
