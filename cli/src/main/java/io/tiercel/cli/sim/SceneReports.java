package io.tiercel.cli.sim;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tiercel.cli.CommandFailure;
import io.tiercel.sim.validation.MeasuredScene;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;

/** Reads the {@code report.json} of {@code tiercel demo}: its part {@code measured} is a {@link MeasuredScene}. */
final class SceneReports {
    private static final String FORMAT = "tiercel-demo-report";
    private static final int VERSION = 2;
    private static final ObjectMapper JSON = new ObjectMapper()
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES);

    private SceneReports() {}

    static MeasuredScene read(Path file) {
        try {
            JsonNode report = JSON.readTree(Files.readAllBytes(file));
            if (!report.path("format").asText().equals(FORMAT)) {
                throw new CommandFailure(
                        "REPORT: " + file + ": format: expected \"" + FORMAT + "\", got " + report.path("format"));
            }
            if (report.path("version").asInt() != VERSION) {
                throw new CommandFailure("REPORT: " + file + ": version: expected " + VERSION + ", got "
                        + report.path("version") + "; play the scene again with this version");
            }
            if (report.path("measured").isNull()) {
                throw new CommandFailure(
                        "REPORT: " + file + ": the simulator does not play the scene " + report.path("scene"));
            }
            return JSON.treeToValue(report.path("measured"), MeasuredScene.class);
        } catch (JsonMappingException e) {
            throw new CommandFailure("REPORT: " + file + ": measured" + place(e) + ": " + reason(e));
        } catch (JsonProcessingException e) {
            throw new CommandFailure("REPORT: " + file + ":" + e.getLocation().getLineNr() + ": expected JSON: "
                    + e.getOriginalMessage());
        } catch (IOException e) {
            throw new CommandFailure("REPORT: cannot read " + file + ": " + FileErrors.of(e));
        }
    }

    /** As {@code .runs[0].seconds}. */
    private static String place(JsonMappingException e) {
        return e.getPath().stream()
                .map(reference -> reference.getFieldName() == null
                        ? "[" + reference.getIndex() + "]"
                        : "." + reference.getFieldName())
                .collect(Collectors.joining());
    }

    private static String reason(JsonMappingException e) {
        return e.getCause() instanceof IllegalArgumentException refused
                ? String.valueOf(refused.getMessage())
                : e.getOriginalMessage();
    }
}
