package io.tiercel.cli.sim;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tiercel.cli.CommandFailure;
import io.tiercel.cli.ExitCodes;
import io.tiercel.cli.PrintingCommand;
import io.tiercel.cli.text.TextTable;
import io.tiercel.record.ReadPlace;
import io.tiercel.sim.validation.MeasuredScene;
import io.tiercel.sim.validation.SubjectComparison;
import io.tiercel.sim.validation.Validation;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Compares scenes of the demo with their simulations. */
@Command(
        name = "validate",
        description =
                "Simulates scenes of 'tiercel demo' with the parameters of the cluster on which they were played, and"
                        + " prints what comes out beside what was measured.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "What a report does not tell is fitted on a part of the runs, marked 'fitted': see docs/simulator.md."
                    + " Reports of one machine belong together: searches for a word cost the same in all of them.",
            "Exit code 0, whatever comes out; 2: a report that cannot be used."
        })
public final class ValidateCommand extends PrintingCommand {
    @Parameters(
            arity = "1..*",
            paramLabel = "REPORT",
            description = "A report.json of the scenes placement, re-use, lead-time or prefetch.")
    private List<Path> reports = List.of();

    @Override
    public Integer call() {
        List<MeasuredScene> scenes = reports.stream().map(SceneReports::read).toList();
        try {
            print(Validation.of(scenes), out());
        } catch (IllegalArgumentException e) {
            throw new CommandFailure("REPORT: " + e.getMessage());
        }
        return ExitCodes.OK;
    }

    private static void print(Validation validation, PrintWriter out) {
        TextTable table = new TextTable(
                3,
                "scene, treatment, job, runs, measured s, simulated s, error, tasks by tier, simulated, points"
                        .split(", "));
        for (SubjectComparison row : validation.rows()) {
            table.row(
                    row.scene(),
                    row.treatment(),
                    row.job(),
                    Integer.toString(row.runs()),
                    text("%.2f", row.measured()),
                    text("%.2f", row.simulated()),
                    row.fitted() ? "fitted" : text("%+.0f%%", 100 * row.error()),
                    shares(row.measuredShares()),
                    shares(row.simulatedShares()),
                    text("%.0f", row.points()));
        }
        table.print(out);
        out.println();
        long predicted = validation.rows().stream().filter(row -> !row.fitted()).count();
        out.println(text(
                "Times, median error of the %d predicted: %.1f%%, expected at most %.0f%%",
                predicted, 100 * validation.medianError(), 100 * Validation.TIME_TOLERANCE));
        out.println(text(
                "Tasks by tier, median of the largest differences: %.1f points, expected at most %.0f",
                validation.medianPoints(), Validation.POINTS_TOLERANCE));
        out.println(text("Within both: %d of the %d predicted", validation.within(), predicted));
        out.println(text(
                "A search for a word: %.0f ms of a processor for each task, %.1f ms for each MiB, %.0f ms for the"
                        + " driver",
                1e3 * validation.search().start(),
                1e3 * validation.search().perMebibyte(),
                1e3 * validation.search().driver()));
        if (!validation.leftOut().isEmpty()) {
            out.println("Not simulated: " + String.join("; ", validation.leftOut()));
        }
        validation.notes().forEach(out::println);
    }

    private static String shares(Map<ReadPlace, Double> shares) {
        List<String> parts = new ArrayList<>();
        for (ReadPlace place : SubjectComparison.PLACES) {
            double share = shares.getOrDefault(place, 0.0);
            if (share >= 0.005) {
                parts.add(place.name().toLowerCase(Locale.ROOT) + text(" %.0f%%", 100 * share));
            }
        }
        return String.join(" ", parts);
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    /** Reads the {@code report.json} of {@code tiercel demo}: its part {@code measured} is a {@link MeasuredScene}. */
    private static final class SceneReports {
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
                    throw new CommandFailure("REPORT: " + file + ": format: expected \"" + FORMAT + "\", got "
                            + shown(report.path("format")));
                }
                if (report.path("version").asInt() != VERSION) {
                    throw new CommandFailure("REPORT: " + file + ": version: expected " + VERSION + ", got "
                            + shown(report.path("version")) + "; play the scene again with this version");
                }
                if (report.path("measured").isNull()) {
                    throw new CommandFailure(
                            "REPORT: " + file + ": the simulator does not play the scene " + report.path("scene"));
                }
                return JSON.treeToValue(report.path("measured"), MeasuredScene.class);
            } catch (JsonMappingException e) {
                throw new CommandFailure("REPORT: " + file + ": measured" + place(e) + ": " + reason(e));
            } catch (JsonProcessingException e) {
                throw new CommandFailure("REPORT: " + file + ":"
                        + e.getLocation().getLineNr() + ": expected JSON: " + e.getOriginalMessage());
            } catch (IOException e) {
                throw new CommandFailure("REPORT: cannot read " + file + ": " + FileErrors.of(e));
            }
        }

        private static String shown(JsonNode value) {
            return value.isMissingNode() ? "none" : value.toString();
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
}
