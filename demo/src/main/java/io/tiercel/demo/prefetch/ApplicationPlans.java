package io.tiercel.demo.prefetch;

import io.tiercel.cli.CommandFailure;
import io.tiercel.cli.ExitCodes;
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
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The plans of one application, by its records, and how long planning took, by its log.
 *
 * @param stages what was planned and what came of it
 * @param planningMillis by stage; of queries under -1
 */
record ApplicationPlans(List<PlannedStage> stages, Map<Integer, List<Integer>> planningMillis) {
    private static final Pattern PLANNED =
            Pattern.compile("Tiercel: (?:stage (\\d+)|query \\d+).*; planned in (\\d+) ms");

    ApplicationPlans {
        stages = List.copyOf(stages);
        planningMillis = Map.copyOf(planningMillis);
    }

    static ApplicationPlans read(Path records, String app, Path log) {
        return new ApplicationPlans(stages(records.resolve("prefetch-" + app + ".jsonl")), planning(log));
    }

    /** Of these stages. */
    List<PlannedStage> of(Collection<Integer> ids) {
        Set<Integer> wanted = Set.copyOf(ids);
        return stages.stream().filter(plan -> wanted.contains(plan.stage())).toList();
    }

    /** Milliseconds that planning took for these stages, one by one. */
    List<Integer> planningOf(Collection<Integer> ids) {
        return ids.stream()
                .flatMap(id -> planningMillis.getOrDefault(id, List.of()).stream())
                .toList();
    }

    private static List<PlannedStage> stages(Path file) {
        if (!Files.exists(file)) {
            return List.of();
        }
        List<RecordedPlan> plans = new ArrayList<>();
        List<RecordedOutcome> outcomes = new ArrayList<>();
        try {
            for (String line : Files.readAllLines(file)) {
                switch (RecordKind.of(line)) {
                    case PLAN -> plans.add(RecordedPlan.parse(line));
                    case OUTCOME -> outcomes.add(RecordedOutcome.parse(line));
                    case ROUND -> {
                        // Not about prefetching.
                    }
                }
            }
        } catch (IOException | MalformedRecordException e) {
            throw new CommandFailure(ExitCodes.NEGATIVE, "cannot read the plans in " + file + ": " + e.getMessage());
        }
        return plans.stream()
                .flatMap(plan -> outcomes.stream()
                        .filter(outcome -> outcome.about().stage()
                                        == plan.about().stage()
                                && outcome.about().attempt() == plan.about().attempt())
                        .limit(1)
                        .map(outcome -> stage(plan, outcome.outcome())))
                .toList();
    }

    private static PlannedStage stage(RecordedPlan plan, PrefetchOutcome outcome) {
        return new PlannedStage(
                plan.about().stage(),
                plan.plan().blocks().size(),
                count(plan.plan().blocks(), PrefetchReason.IN_MEMORY),
                outcome.taken(),
                outcome.used(),
                outcome.late(),
                outcome.unread(),
                plan.plan().delay(),
                outcome.seconds(),
                outcome.predictedSeconds(),
                outcome.secondsWithout(),
                outcome.prefetchedSeconds(),
                outcome.predictedPrefetchedSeconds(),
                left(plan.plan().blocks()),
                plan.dropped().isEmpty() ? plan.plan().end().text() : plan.dropped());
    }

    private static int count(List<BlockDecision> blocks, PrefetchReason choice) {
        return (int) blocks.stream().filter(block -> block.choice() == choice).count();
    }

    private static String left(List<BlockDecision> blocks) {
        Map<PrefetchReason, Long> left = blocks.stream()
                .map(BlockDecision::choice)
                .filter(choice -> choice != PrefetchReason.TAKEN)
                .collect(Collectors.groupingBy(choice -> choice, Collectors.counting()));
        return left.entrySet().stream()
                .max(Map.Entry.<PrefetchReason, Long>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                .map(most -> most.getKey().text())
                .orElse("");
    }

    private static Map<Integer, List<Integer>> planning(Path log) {
        try (Stream<String> lines = Files.lines(log)) {
            return lines.map(PLANNED::matcher)
                    .filter(Matcher::find)
                    .collect(Collectors.groupingBy(
                            found -> found.group(1) == null ? -1 : Integer.parseInt(found.group(1)),
                            Collectors.mapping(found -> Integer.parseInt(found.group(2)), Collectors.toList())));
        } catch (IOException e) {
            throw new CommandFailure(ExitCodes.NEGATIVE, "cannot read " + log + ": " + e.getMessage());
        }
    }
}
