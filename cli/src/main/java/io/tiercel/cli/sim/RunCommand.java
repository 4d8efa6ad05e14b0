package io.tiercel.cli.sim;

import io.tiercel.cli.CommandFailure;
import io.tiercel.cli.ExitCodes;
import io.tiercel.cli.PrintingCommand;
import io.tiercel.cli.sim.ScenarioRuns.RoundTimes;
import io.tiercel.cli.text.TextTable;
import io.tiercel.sim.compare.Comparison;
import io.tiercel.sim.compare.Comparison.Outcome;
import io.tiercel.sim.compare.LeastTimes;
import io.tiercel.sim.compare.Metric;
import io.tiercel.sim.scenario.ScenarioException;
import io.tiercel.sim.scenario.ScenarioFile;
import io.tiercel.sim.workload.SwimReader.TraceException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs the policies of a scenario, and compares them. */
@Command(
        name = "run",
        description =
                "Runs the policies of a scenario file on the cluster and the workload that it describes, once for each"
                        + " of its seeds, and sets them side by side.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "A value ±w means: with 95%% confidence the mean over more seeds is within w of it.",
            "An example is docs/scenarios/example.yaml; docs/simulator.md has all keys."
        })
public final class RunCommand extends PrintingCommand {
    private static final String STANDARD_OUT = "-";

    @Parameters(index = "0", paramLabel = "FILE", description = "The scenario (YAML).")
    private Path file = Path.of("");

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "Takes this value in place of the file's, as 'workload.swim.file=trace.tsv.gz'; may be given"
                    + " often.")
    private Map<String, String> overrides = new LinkedHashMap<>();

    @Option(names = "--json", paramLabel = "OUT", description = "Writes all values as JSON; '-' for standard output.")
    private @Nullable String json;

    @Option(names = "--csv", paramLabel = "OUT", description = "Writes a line for each run; '-' for standard output.")
    private @Nullable String csv;

    @Option(
            names = "--html",
            paramLabel = "OUT",
            description = "Writes a page with charts to this file, and with time lines of each policy's first run.")
    private @Nullable Path html;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description =
                    "Runs that go on at a time (default: as many as there are processors). Each needs memory of its"
                            + " own.")
    private @Nullable Integer threads;

    @Option(
            names = "--times",
            description =
                    "Says how much processor time each policy's first run takes, and its rounds of scheduling; with"
                            + " one thread for each processor they hardly disturb each other.")
    private boolean timed;

    @Option(
            names = "--bounds",
            description =
                    "Says how long jobs take at least under any policy, had each the cluster to itself: a proved bound for"
                            + " each policy's first run. Not for scenarios that copy blocks into memory.")
    private boolean bounded;

    @Override
    public Integer call() {
        if (threads != null && threads < 1) {
            throw new CommandFailure("--threads: expected at least 1, got " + threads);
        }
        if (STANDARD_OUT.equals(json) && STANDARD_OUT.equals(csv)) {
            throw new CommandFailure("--json, --csv: only one of them can go to standard output");
        }
        OutputFiles.check("--json", file(json));
        OutputFiles.check("--csv", file(csv));
        OutputFiles.check("--html", html);
        PrintWriter out = out();
        ScenarioFile study = read(file, overrides);
        int atATime = threads == null ? Runtime.getRuntime().availableProcessors() : threads;
        ScenarioRuns runs = new ScenarioRuns(study, atATime, html != null, timed, bounded, err());
        Comparison comparison = runs.run();
        if (!STANDARD_OUT.equals(json) && !STANDARD_OUT.equals(csv)) {
            print(comparison, out);
            if (bounded) {
                printBounds(comparison, runs.bounds(), out);
            }
        }
        if (timed) {
            printTimes(comparison, runs.times(), err());
        }
        write("--json", json, () -> ComparisonWriter.json(comparison));
        write("--csv", csv, () -> ComparisonWriter.csv(comparison));
        if (html != null) {
            String page = ComparisonPages.of(comparison, runs.timeLines()).html();
            OutputFiles.write("--html", html, page, err());
        }
        return ExitCodes.OK;
    }

    /** Prints times to the error output: they differ from run to run, and results do not. */
    private static void printTimes(Comparison comparison, List<RoundTimes> times, PrintWriter err) {
        TextTable table = new TextTable(
                1, "policy", "processor s", "rounds", "median ms", "99% ms", "longest ms", "tasks waiting then");
        for (int p = 0; p < times.size(); p++) {
            RoundTimes each = times.get(p);
            table.row(
                    comparison.outcomes().get(p).policy(),
                    String.format(Locale.ROOT, "%.1f", each.seconds()),
                    String.format(Locale.ROOT, "%,d", each.rounds()),
                    String.format(Locale.ROOT, "%.3f", each.millis(50)),
                    String.format(Locale.ROOT, "%.3f", each.millis(99)),
                    String.format(Locale.ROOT, "%.3f", each.longestMillis()),
                    String.format(Locale.ROOT, "%,d", each.waitingAtLongest()));
        }
        table.print(err);
        err.flush();
    }

    private static void printBounds(Comparison comparison, List<LeastTimes> bounds, PrintWriter out) {
        TextTable table = new TextTable(1, "policy", "mean-job s", "at least s", "p95-job s", "at least s");
        for (int p = 0; p < bounds.size(); p++) {
            Outcome outcome = comparison.outcomes().get(p);
            table.row(
                    outcome.policy(),
                    String.format(Locale.ROOT, "%.2f", outcome.runs().get(0).value(Metric.MEAN_JOB)),
                    String.format(Locale.ROOT, "%.2f", bounds.get(p).mean()),
                    String.format(Locale.ROOT, "%.2f", outcome.runs().get(0).value(Metric.P95_JOB)),
                    String.format(Locale.ROOT, "%.2f", bounds.get(p).quantile(0.95)));
        }
        table.print(out);
        out.flush();
    }

    /** Reads a scenario; its traces lie beside it. */
    static ScenarioFile read(Path file, Map<String, String> overrides) {
        String text;
        try {
            text = Files.readString(file);
        } catch (IOException e) {
            throw new CommandFailure("FILE: cannot read " + file + ": " + FileErrors.of(e));
        }
        try {
            return ScenarioFile.read(
                    text, file.toString(), overrides, name -> TraceFiles.open(file.resolveSibling(name)));
        } catch (ScenarioException | TraceException e) {
            throw new CommandFailure(e.getMessage());
        }
    }

    private static @Nullable Path file(@Nullable String target) {
        return target == null || target.equals(STANDARD_OUT) ? null : Path.of(target);
    }

    private void write(String option, @Nullable String target, Supplier<String> text) {
        Path file = file(target);
        if (file != null) {
            OutputFiles.write(option, file, text.get(), err());
        } else if (target != null) {
            out().print(text.get());
            out().flush();
        }
    }

    private static void print(Comparison comparison, PrintWriter out) {
        ScenarioFile study = comparison.study();
        int jobs = comparison.outcomes().get(0).runs().get(0).jobs();
        out.println(study.title() + ": " + study.setup().cluster().nodes() + " nodes with "
                + study.setup().cluster().slots() + " slots, " + jobs + " jobs, "
                + (study.seeds().size() == 1 ? "1 seed" : study.seeds().size() + " seeds"));
        List<String> header = new ArrayList<>(List.of("policy"));
        for (Metric measure : Metric.of(study)) {
            header.add(measure.key() + " " + measure.unit());
        }
        header.add("against first %");
        TextTable table = new TextTable(1, header.toArray(String[]::new));
        for (Outcome outcome : comparison.outcomes()) {
            table.row(Stream.concat(Stream.of(outcome.policy()), ComparisonPages.texts(comparison, outcome))
                    .toList());
        }
        table.print(out);
        out.flush();
    }
}
