package io.tiercel.suites;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What {@code spark.tiercel.record.dir} holds. */
final class StageRecords {
    private StageRecords() {}

    /** The summaries of stages, in the order in which they ended. */
    static List<JsonNode> summaries(Path directory) throws IOException {
        return lines(directory, "stages-*.jsonl");
    }

    /** All plans, rounds and starts, in their order. */
    static List<JsonNode> decisions(Path directory) throws IOException {
        return lines(directory, "decisions-*.jsonl");
    }

    private static List<JsonNode> lines(Path directory, String files) throws IOException {
        var lines = new ArrayList<JsonNode>();
        try (var found = Files.newDirectoryStream(directory, files)) {
            for (Path file : found) {
                for (String line : Files.readAllLines(file)) lines.add(new ObjectMapper().readTree(line));
            }
        }
        return lines;
    }
}
