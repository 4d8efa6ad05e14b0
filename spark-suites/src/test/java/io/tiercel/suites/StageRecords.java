package io.tiercel.suites;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;

/** What {@code spark.tiercel.record.dir} holds. */
final class StageRecords {
    private StageRecords() {}

    /** The summaries of stages, in the order in which they ended. */
    static List<JsonNode> summaries(Path directory) throws IOException {
        return lines(files(directory, "stages-*.jsonl"));
    }

    /** All plans, rounds and starts, in their order. */
    static List<JsonNode> decisions(Path directory) throws IOException {
        return lines(decisionFiles(directory));
    }

    /** The files that hold them. */
    static List<Path> decisionFiles(Path directory) throws IOException {
        return files(directory, "decisions-*.jsonl");
    }

    private static List<Path> files(Path directory, String glob) throws IOException {
        try (var found = Files.newDirectoryStream(directory, glob)) {
            return StreamSupport.stream(found.spliterator(), false).toList();
        }
    }

    private static List<JsonNode> lines(List<Path> files) throws IOException {
        var lines = new ArrayList<JsonNode>();
        for (Path file : files) {
            for (String line : Files.readAllLines(file)) lines.add(new ObjectMapper().readTree(line));
        }
        return lines;
    }
}
