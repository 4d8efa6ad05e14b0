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
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

final class StageSummaryFile {
    private StageSummaryFile() {}

    /** Adds up those of these stages that have located input; nothing if the application wrote no summary. */
    static TaskTiers sum(Path directory, String app, Collection<Integer> stages) {
        Path file = directory.resolve("stages-" + app + ".jsonl");
        List<TaskTiers> tiers = new ArrayList<>();
        try {
            for (String line : Files.exists(file) ? Files.readAllLines(file) : List.<String>of()) {
                StageSummary stage = StageSummaries.parse(line);
                if (stages.contains(stage.stage()) && located(stage.reads())) {
                    tiers.add(tiers(stage));
                }
            }
        } catch (IOException | MalformedRecordException e) {
            throw new CommandFailure(
                    ExitCodes.NEGATIVE, "cannot read the stage summaries in " + file + ": " + e.getMessage());
        }
        return TaskTiers.sum(tiers);
    }

    private static boolean located(StageSummary.Reads reads) {
        return reads.launched() > reads.possible().getOrDefault(ReadPlace.UNKNOWN, 0);
    }

    private static TaskTiers tiers(StageSummary stage) {
        return new TaskTiers(
                stage.reads().launched(),
                stage.reads().bestHits(),
                longs(stage.reads().possible()),
                longs(stage.reads().happened()),
                stage.scheduling().medianMicros(),
                stage.scheduling().maxMicros(),
                stage.scheduling().heldMillis());
    }

    private static Map<ReadPlace, Long> longs(Map<ReadPlace, Integer> counts) {
        Map<ReadPlace, Long> longs = new EnumMap<>(ReadPlace.class);
        counts.forEach((place, count) -> longs.put(place, (long) count));
        return longs;
    }
}
