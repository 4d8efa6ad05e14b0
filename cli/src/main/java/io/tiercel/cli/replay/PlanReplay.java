package io.tiercel.cli.replay;

import io.tiercel.json.MalformedRecordException;
import io.tiercel.json.PlanRecords.About;
import io.tiercel.json.RecordedOutcome;
import io.tiercel.json.RecordedPlan;
import io.tiercel.prefetch.PrefetchOutcome;
import io.tiercel.prefetch.model.Contention;
import io.tiercel.prefetch.plan.ModelLimits;
import io.tiercel.prefetch.plan.PlanModel;
import io.tiercel.prefetch.plan.PlannerSettings;
import io.tiercel.prefetch.plan.PrefetchPlan;
import io.tiercel.prefetch.plan.PrefetchPlanner;
import io.tiercel.prefetch.plan.PrefetchPlanners;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Plans recorded prefetches again, and sets both plans side by side. Settings and seed are those of Spark's plugin. */
final class PlanReplay {
    private static final long SEED = 1;

    private final @Nullable PrefetchPlanner planner;
    private final boolean everyBlock;

    private PlanReplay(@Nullable PrefetchPlanner planner, boolean everyBlock) {
        this.planner = planner;
        this.everyBlock = everyBlock;
    }

    /**
     * @param planner as users name it; null for whichever made the recorded plan
     * @param everyBlock whether to tell of every block, or of those that are decided otherwise
     * @throws IllegalArgumentException if there is no such planner
     */
    static PlanReplay of(@Nullable String planner, boolean everyBlock) {
        return new PlanReplay(planner == null ? null : named(planner, PlannerSettings.DEFAULTS), everyBlock);
    }

    /** As records name them, and as {@code spark.tiercel.prefetch} does. */
    private static PrefetchPlanner named(String name, PlannerSettings settings) {
        return PrefetchPlanners.named(name, settings, SEED);
    }

    /** Those that the recorded plan was made with: by what agents do on that cluster; older ones were made without contention. */
    private static PlannerSettings settings(RecordedPlan recorded) {
        PlannerSettings now = PlannerSettings.DEFAULTS;
        if (recorded.plan().model() == PlanModel.EQUAL_READERS) {
            return PlannerSettings.of(Contention.EQUAL, now.maxDelay());
        }
        boolean older = recorded.plan().model() == PlanModel.OWN_DEVICES
                && recorded.problem().tasks().size() <= now.models().limits().contendedTasks();
        return older
                ? PlannerSettings.of(
                        PlannerSettings.Models.of(Contention.NONE, ModelLimits.UNBOUNDED),
                        now.maxDelay(),
                        now.leastGain())
                : now;
    }

    /** Lines for people, and what is wrong if the planner of the recorded plan makes another one now. */
    record Outcome(List<String> lines, Optional<String> failure) {}

    /** @throws IllegalArgumentException if the record's planner is not known */
    Outcome answer(String record) throws MalformedRecordException {
        RecordedPlan recorded = RecordedPlan.parse(record);
        PrefetchPlanner again = planner == null ? named(recorded.planner(), settings(recorded)) : planner;
        PrefetchPlan plan = again.plan(recorded.problem());
        PlanComparison comparison = new PlanComparison(recorded, again.name(), plan);
        boolean broken = again.name().equals(recorded.planner()) && !comparison.same();
        return new Outcome(
                comparison.lines(everyBlock),
                broken ? Optional.of(again.name() + " comes to another plan than recorded") : Optional.empty());
    }

    /** The outcome of a plan, in one line. */
    static String outcome(String record) throws MalformedRecordException {
        RecordedOutcome recorded = RecordedOutcome.parse(record);
        PrefetchOutcome outcome = recorded.outcome();
        return String.format(
                Locale.ROOT,
                "%s: came to %.2f s, predicted %.2f s, without %.2f s; of %d blocks prefetched %d were in memory when"
                        + " their tasks started, %d came late, %d were not read",
                name(recorded.about()),
                outcome.seconds(),
                outcome.predictedSeconds(),
                outcome.secondsWithout(),
                outcome.taken(),
                outcome.used(),
                outcome.late(),
                outcome.unread());
    }

    /** A stage, or the query that was planned for as a whole. */
    static String name(About about) {
        String of = about.app().isEmpty() ? "" : about.app() + ": ";
        if (about.stage() < 0) {
            return of + (about.kind().isEmpty() ? "a plan" : about.kind());
        }
        return of + "stage " + about.stage() + (about.attempt() == 0 ? "" : "." + about.attempt()) + " (" + about.kind()
                + ")";
    }
}
