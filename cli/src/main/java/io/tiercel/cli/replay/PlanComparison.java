package io.tiercel.cli.replay;

import io.tiercel.cli.text.TextTable;
import io.tiercel.json.RecordedPlan;
import io.tiercel.prefetch.InputBlock;
import io.tiercel.prefetch.plan.BlockDecision;
import io.tiercel.prefetch.plan.PrefetchPlan;
import io.tiercel.prefetch.plan.PrefetchReason;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Two plans for one problem, side by side. */
final class PlanComparison {
    /** A large job's plans may differ in all of its blocks. */
    private static final int MOST_BLOCKS = 20;

    private final RecordedPlan recorded;
    private final String planner;
    private final PrefetchPlan again;

    /** @param planner that made {@code again} */
    PlanComparison(RecordedPlan recorded, String planner, PrefetchPlan again) {
        this.recorded = recorded;
        this.planner = planner;
        this.again = again;
    }

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
        List<Integer> told =
                everyBlock ? IntStream.range(0, again.blocks().size()).boxed().toList() : differing;
        told.stream().limit(everyBlock ? Long.MAX_VALUE : MOST_BLOCKS).forEach(b -> lines.add("  " + block(b)));
        if (!everyBlock && told.size() > MOST_BLOCKS) {
            lines.add("  and " + (told.size() - MOST_BLOCKS) + " more; --blocks tells of all");
        }
        return lines;
    }

    private List<Integer> differing() {
        return IntStream.range(0, again.blocks().size())
                .filter(b ->
                        !again.blocks().get(b).equals(recorded.plan().blocks().get(b)))
                .boxed()
                .toList();
    }

    private String verdict(int differing) {
        if (same()) {
            return "the same plan";
        }
        return differing == 0
                ? "the same blocks, and another prediction"
                : differing + " of " + again.blocks().size() + " blocks decided otherwise, or expected at other times";
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
        boolean from = decision.taken()
                && decision.device() >= 0
                && decision.device() < recorded.problem().devices().size();
        return decision.reason()
                + (from
                        ? " from "
                                + recorded.nodes()
                                        .get(recorded.problem()
                                                .devices()
                                                .get(decision.device())
                                                .node())
                        : "");
    }
}
