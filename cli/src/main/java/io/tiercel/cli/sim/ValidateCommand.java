package io.tiercel.cli.sim;

import io.tiercel.cli.CommandFailure;
import io.tiercel.cli.ExitCodes;
import io.tiercel.cli.PrintingCommand;
import io.tiercel.cli.text.TextTable;
import io.tiercel.record.ReadPlace;
import io.tiercel.sim.validation.MeasuredScene;
import io.tiercel.sim.validation.SubjectComparison;
import io.tiercel.sim.validation.Validation;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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
                    + " Reports of one",
            "machine belong together: searches for a word cost the same in all of them.",
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
                "scene",
                "treatment",
                "job",
                "runs",
                "measured s",
                "simulated s",
                "error",
                "tasks by tier",
                "simulated",
                "points");
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
}
