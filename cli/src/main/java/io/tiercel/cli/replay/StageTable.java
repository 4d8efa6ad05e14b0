package io.tiercel.cli.replay;

import io.tiercel.cli.text.TextTable;
import io.tiercel.json.MalformedRecordException;
import io.tiercel.json.StageSummaries;
import io.tiercel.record.ReadPlace;
import io.tiercel.record.StageSummary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The recorded stages of one file, a row each. A cell of a place is {@code actual/possible} task attempts. */
final class StageTable {
    private static final int LONGEST_NAME = 40;

    private final List<StageSummary> stages = new ArrayList<>();

    void add(String record) throws MalformedRecordException {
        stages.add(StageSummaries.parse(record));
    }

    /** Nothing without stages. Places without tasks have no column. */
    List<String> lines() {
        if (stages.isEmpty()) {
            return List.of();
        }
        List<ReadPlace> places = Arrays.stream(ReadPlace.values())
                .filter(place -> stages.stream()
                        .anyMatch(stage -> !cell(stage.reads(), place).isEmpty()))
                .toList();
        List<String> header = new ArrayList<>(List.of("application", "stage", "name", "policy", "launched", "at best"));
        places.forEach(place -> header.add(place.name()));
        header.addAll(List.of("rounds", "median \u00b5s", "longest \u00b5s", "held ms"));
        TextTable table = new TextTable(4, header.toArray(String[]::new));
        stages.forEach(stage -> table.row(row(stage, places)));
        return table.lines();
    }

    private static List<String> row(StageSummary stage, List<ReadPlace> places) {
        StageSummary.Reads reads = stage.reads();
        StageSummary.SchedulingTime scheduling = stage.scheduling();
        String name = stage.name();
        List<String> row = new ArrayList<>(List.of(
                stage.app(),
                stage.stage() + (stage.attempt() == 0 ? "" : "." + stage.attempt()),
                name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME) + "…",
                stage.policy(),
                number(reads.launched()),
                number(reads.bestHits())));
        places.forEach(place -> row.add(cell(reads, place)));
        row.addAll(List.of(
                number(scheduling.rounds()),
                number(scheduling.medianMicros()),
                number(scheduling.maxMicros()),
                number(scheduling.heldMillis())));
        return row;
    }

    private static String cell(StageSummary.Reads reads, ReadPlace place) {
        int actual = reads.happened().getOrDefault(place, 0);
        int possible = reads.possible().getOrDefault(place, 0);
        return actual + possible == 0 ? "" : number(actual) + "/" + number(possible);
    }

    private static String number(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }
}
