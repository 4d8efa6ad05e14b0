package io.tiercel.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import picocli.CommandLine;

/** What came of a scene that was played, small, on a real cluster; {@code trials} as they stand in its {@code report.json}. */
record PlayedScene(int exitCode, List<JsonNode> trials) {
    /** @param more arguments */
    static PlayedScene quick(String scene, Path out, String... more) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(scene, "--quick", "--out", out.toString()));
        arguments.addAll(List.of(more));
        int exitCode = new CommandLine(new DemoCommand()).execute(arguments.toArray(String[]::new));
        JsonNode report = new ObjectMapper().readTree(out.resolve("report.json").toFile());
        return new PlayedScene(
                exitCode,
                StreamSupport.stream(report.at("/trials").spliterator(), false).toList());
    }

    /** The digests of the trials' results, each once. */
    List<String> results() {
        return trials.stream()
                .map(trial -> trial.at("/sha256").asText())
                .distinct()
                .toList();
    }
}
