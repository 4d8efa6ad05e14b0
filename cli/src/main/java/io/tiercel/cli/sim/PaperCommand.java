package io.tiercel.cli.sim;

import io.tiercel.cli.CommandFailure;
import io.tiercel.cli.ExitCodes;
import io.tiercel.cli.PrintingCommand;
import io.tiercel.sim.paper.FigureResult;
import io.tiercel.sim.paper.FigureText;
import io.tiercel.sim.paper.PaperFigure;
import io.tiercel.sim.paper.PaperFigure.Inputs;
import io.tiercel.sim.paper.PaperFigure.Kind;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Simulates a paper's figures, and prints the paper's values beside them. */
@Command(
        name = "paper",
        description = "Runs experiments of a paper on a simulated cluster, and prints the paper's numbers beside those"
                + " that come out.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "What there is:",
            "  trident            figures 9, 11, 14: where tasks read; 10, 13: what that",
            "                     gains; 16, 17, table 4: prefetching; 18: how long an",
            "                     assignment takes",
            "  dyrs               figures 4, 5, 8, tables 1, 2: input brought into memory",
            "                     before it is read",
            "  quartet            figures 1, 2: what the second of two identical jobs finds",
            "                     in page caches",
            "  scheduled-caching  figure 1: input brought in while jobs wait for others",
            "  mixapart           figures 1, 3, 5: shared storage with caches; with --trace",
            "                     figures 6 to 9, table 2: replayed hours of FB-2010"
        })
public final class PaperCommand extends PrintingCommand {
    private static final int MOST_REPETITIONS = 1_000;

    @Parameters(index = "0", paramLabel = "PAPER", description = "The paper; see below.")
    private String paper = "";

    @Option(
            names = "--figure",
            paramLabel = "N",
            description = "A figure's number in the paper; without a figure or a table, all that there are.")
    private @Nullable Integer figure;

    @Option(names = "--table", paramLabel = "N", description = "A table's number in the paper.")
    private @Nullable Integer table;

    @Option(
            names = "--repetitions",
            paramLabel = "N",
            defaultValue = "3",
            description = "Runs of each set-up, with seeds 1 to N (default: ${DEFAULT-VALUE}).")
    private int repetitions;

    @Option(
            names = "--trace",
            paramLabel = "FILE",
            description = "mixapart only: the trace FB-2010 of the SWIM suite, with input paths.")
    private @Nullable Path trace;

    @Option(names = "--html", paramLabel = "FILE", description = "Also writes a page with charts to this file.")
    private @Nullable Path html;

    @Override
    public Integer call() {
        if (!PaperFigure.papers().contains(paper)) {
            throw new CommandFailure(
                    "PAPER: expected one of " + String.join(", ", PaperFigure.papers()) + ", got '" + paper + "'");
        }
        check(Kind.FIGURE, figure);
        check(Kind.TABLE, table);
        if (repetitions < 1 || repetitions > MOST_REPETITIONS) {
            throw new CommandFailure("--repetitions: expected 1 to " + MOST_REPETITIONS + ", got " + repetitions);
        }
        OutputFiles.check("--html", html);
        PrintWriter out = out();
        List<FigureResult> all = new ArrayList<>();
        Inputs inputs = new Inputs(System::nanoTime, Optional.ofNullable(trace).map(TraceFiles::reader));
        for (PaperFigure experiment : PaperFigure.of(paper, inputs)) {
            if (wanted(experiment) && experiment.needsTrace() && trace == null) {
                out.println((all.isEmpty() ? "" : System.lineSeparator()) + experiment.title()
                        + ": needs the trace FB-2010 with input paths (--trace FILE)");
            } else if (wanted(experiment)) {
                FigureResult findings = experiment.run(repetitions);
                out.print((all.isEmpty() ? "" : System.lineSeparator()) + FigureText.of(findings));
                out.flush();
                all.add(findings);
            }
        }
        if (html != null) {
            OutputFiles.write("--html", html, FigurePages.of(all).html(), err());
        }
        return ExitCodes.OK;
    }

    private boolean wanted(PaperFigure experiment) {
        if (figure == null && table == null) {
            return true;
        }
        Integer number = experiment.kind() == Kind.FIGURE ? figure : table;
        return number != null && number == experiment.number();
    }

    private void check(Kind kind, @Nullable Integer number) {
        List<Integer> there = PaperFigure.numbers(paper, kind);
        if (number != null && !there.contains(number)) {
            String expected = there.stream().map(String::valueOf).collect(Collectors.joining(", "));
            throw new CommandFailure("--" + kind.text() + ": expected "
                    + (there.isEmpty() ? "none, for " + paper + " has none here" : "one of " + expected) + ", got "
                    + number);
        }
    }
}
