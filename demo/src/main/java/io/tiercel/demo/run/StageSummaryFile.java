package io.tiercel.demo.run;

import io.tiercel.cli.CommandFailure;
import io.tiercel.cli.ExitCodes;
import io.tiercel.demo.report.TaskTiers;
import io.tiercel.json.MalformedRecordException;
import io.tiercel.json.StageSummaries;
import io.tiercel.record.ReadPlace;
import io.tiercel.record.StageSummary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The scheduler's summaries of an application's stages. */
record StageSummaryFile(List<StageSummary> stages) {
    StageSummaryFile {
        stages = List.copyOf(stages);
    }

    /** Those of one application; none if it wrote none. */
    static StageSummaryFile read(Path directory, String app) {
        Path file = directory.resolve("stages-" + app + ".jsonl");
        if (!Files.exists(file)) {
            return new StageSummaryFile(List.of());
        }
        List<StageSummary> stages = new ArrayList<>();
        try {
            for (String line : Files.readAllLines(file)) {
                stages.add(StageSummaries.parse(line));
            }
        } catch (IOException | MalformedRecordException e) {
            throw new CommandFailure(
                    ExitCodes.NEGATIVE, "cannot read the stage summaries in " + file + ": " + e.getMessage());
        }
        return new StageSummaryFile(stages);
    }

    /** Adds up those of these stages that have located input. */
    TaskTiers of(Collection<Integer> ids) {
        Set<Integer> wanted = Set.copyOf(ids);
        return TaskTiers.sum(stages.stream()
                .filter(stage -> wanted.contains(stage.stage()) && located(stage.reads()))
                .map(StageSummaryFile::tiers)
                .toList());
    }

    private static boolean located(StageSummary.Reads reads) {
        return reads.launched() > reads.possible().getOrDefault(ReadPlace.UNKNOWN, 0);
    }

    private static TaskTiers tiers(StageSummary stage) {
        return new TaskTiers(
                stage.reads().launched(),
                stage.reads().bestHits(),
                byName(stage.reads().possible()),
                byName(stage.reads().happened()),
                stage.scheduling().medianMicros(),
                stage.scheduling().maxMicros(),
                stage.scheduling().heldMillis());
    }

    private static Map<String, Long> byName(Map<ReadPlace, Integer> counts) {
        Map<String, Long> byName = new TreeMap<>();
        counts.forEach((place, count) -> byName.put(place.name(), (long) count));
        return byName;
    }
}
