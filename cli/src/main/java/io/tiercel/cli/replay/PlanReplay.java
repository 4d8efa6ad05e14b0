package io.tiercel.cli.replay;

import io.tiercel.cli.text.TextTable;
import io.tiercel.json.MalformedRecordException;
import io.tiercel.json.PlanRecords.About;
import io.tiercel.json.RecordedOutcome;
import io.tiercel.json.RecordedPlan;
import io.tiercel.prefetch.InputBlock;
import io.tiercel.prefetch.PrefetchOutcome;
import io.tiercel.prefetch.SourceDevice;
import io.tiercel.prefetch.model.Contention;
import io.tiercel.prefetch.plan.BlockDecision;
import io.tiercel.prefetch.plan.ModelLimits;
import io.tiercel.prefetch.plan.PlanModel;
import io.tiercel.prefetch.plan.PlannerSettings;
import io.tiercel.prefetch.plan.PrefetchPlan;
import io.tiercel.prefetch.plan.PrefetchPlanner;
import io.tiercel.prefetch.plan.PrefetchPlanners;
import io.tiercel.prefetch.plan.PrefetchReason;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
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

    /** @param planner that made {@code again} */
    private record PlanComparison(RecordedPlan recorded, String planner, PrefetchPlan again) {
        /** A large job's plans may differ in all of its blocks. */
        private static final int MOST_BLOCKS = 20;

        /** Whether both say the same, to the last digit. The selections that were modelled on the way are not recorded. */
        boolean same() {
            PrefetchPlan before = recorded.plan();
            return before.equals(new PrefetchPlan(
                    again.blocks(),
                    again.degree(),
                    again.delay(),
                    again.secondsWithout(),
                    again.seconds(),
                    before.trials(),
                    again.end(),
                    again.model()));
        }

        List<String> lines(boolean everyBlock) {
            List<String> lines = new ArrayList<>();
            lines.add(PlanReplay.name(recorded.about()) + ": " + again.blocks().size() + " blocks, "
                    + recorded.problem().tasks().size() + " tasks, "
                    + recorded.problem().slotsFreeAt().size() + " slots"
                    + (recorded.dropped().isEmpty() ? "" : "; the recorded plan was dropped: " + recorded.dropped()));
            lines.addAll(table());
            lines.add("  search ended: " + again.end().text()
                    + (again.end() == recorded.plan().end()
                            ? ""
                            : "; recorded: " + recorded.plan().end().text()));
            List<Integer> differing = differing();
            lines.add("  " + verdict(differing.size()));
            List<Integer> told = everyBlock
                    ? IntStream.range(0, again.blocks().size()).boxed().toList()
                    : differing;
            told.stream().limit(everyBlock ? Long.MAX_VALUE : MOST_BLOCKS).forEach(b -> lines.add("  " + block(b)));
            if (!everyBlock && told.size() > MOST_BLOCKS) {
                lines.add("  and " + (told.size() - MOST_BLOCKS) + " more; --blocks tells of all");
            }
            return lines;
        }

        private List<Integer> differing() {
            return IntStream.range(0, again.blocks().size())
                    .filter(b -> !again.blocks()
                            .get(b)
                            .equals(recorded.plan().blocks().get(b)))
                    .boxed()
                    .toList();
        }

        private String verdict(int differing) {
            if (same()) {
                return "the same plan";
            }
            return differing == 0
                    ? "the same blocks, and another prediction"
                    : differing + " of " + again.blocks().size()
                            + " blocks decided otherwise, or expected at other times";
        }

        private List<String> table() {
            PrefetchPlan before = recorded.plan();
            TextTable table = new TextTable(1, "", "recorded, " + recorded.planner(), "now, " + planner);
            table.row("job with the plan, s", seconds(before.seconds()), seconds(again.seconds()));
            table.row("job without, s", seconds(before.secondsWithout()), seconds(again.secondsWithout()));
            table.row("first tasks held back, s", seconds(before.delay()), seconds(again.delay()));
            table.row("most blocks per device", String.valueOf(before.degree()), String.valueOf(again.degree()));
            Map<PrefetchReason, Integer> then = choices(before);
            Map<PrefetchReason, Integer> now = choices(again);
            table.row("prefetched", count(then, PrefetchReason.TAKEN), count(now, PrefetchReason.TAKEN));
            for (PrefetchReason choice : PrefetchReason.values()) {
                if (choice != PrefetchReason.TAKEN && (then.containsKey(choice) || now.containsKey(choice))) {
                    table.row("left: " + choice.text(), count(then, choice), count(now, choice));
                }
            }
            return table.lines().stream().map(line -> "  " + line).toList();
        }

        private static String count(Map<PrefetchReason, Integer> counts, PrefetchReason reason) {
            return counts.getOrDefault(reason, 0).toString();
        }

        private static String seconds(double seconds) {
            return String.format(Locale.ROOT, "%.2f", seconds);
        }

        private static Map<PrefetchReason, Integer> choices(PrefetchPlan plan) {
            Map<PrefetchReason, Integer> counts = new EnumMap<>(PrefetchReason.class);
            plan.blocks().forEach(decision -> counts.merge(decision.choice(), 1, Integer::sum));
            return counts;
        }

        private String block(int index) {
            InputBlock block = recorded.problem().blocks().get(index);
            BlockDecision before = recorded.plan().blocks().get(index);
            BlockDecision now = again.blocks().get(index);
            String nodes = block.devices().stream()
                    .map(device -> recorded.problem().devices().get(device))
                    .map(device -> recorded.nodes().get(device.node()) + " " + device.tier())
                    .distinct()
                    .collect(Collectors.joining(", "));
            return "block " + index + " (" + block.bytes() + " bytes" + (nodes.isEmpty() ? "" : "; " + nodes) + "): "
                    + decision(now) + (now.equals(before) ? "" : "; recorded: " + decision(before));
        }

        private String decision(BlockDecision decision) {
            List<SourceDevice> devices = recorded.problem().devices();
            if (!decision.taken() || decision.device() < 0 || decision.device() >= devices.size()) {
                return decision.reason();
            }
            int node = devices.get(decision.device()).node();
            return decision.reason() + " from " + recorded.nodes().get(node);
        }
    }
}
