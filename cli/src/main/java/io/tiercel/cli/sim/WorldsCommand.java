package io.tiercel.cli.sim;

import io.tiercel.cli.CommandFailure;
import io.tiercel.cli.ExitCodes;
import io.tiercel.cli.PrintingCommand;
import io.tiercel.cli.text.ProgressDisplay;
import io.tiercel.cli.text.TextTable;
import io.tiercel.sim.worlds.WorldComparison;
import io.tiercel.sim.worlds.WorldComparison.WorldResult;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Compares policies over random clusters and jobs. */
@Command(
        name = "worlds",
        description =
                "Runs random clusters and jobs under stock, trident and tiercel, and prints how much faster tiercel and"
                        + " trident are than the better of stock and trident.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "A world is a cluster with jobs; a seed draws where blocks lie, how wrong the bandwidths are told, which"
                    + " nodes are slow, and who else reads. The same numbers give the same table."
        })
public final class WorldsCommand extends PrintingCommand {
    private static final List<String> SHOWN = List.of("trident", WorldComparison.TIERCEL);

    @Option(names = "--first", paramLabel = "N", description = "Number of the first world (default: ${DEFAULT-VALUE}).")
    private long first;

    @Option(names = "--count", paramLabel = "N", description = "How many worlds (default: ${DEFAULT-VALUE}).")
    private int count = 100;

    @Option(
            names = "--seeds",
            paramLabel = "N",
            description = "How many seeds for each world, of which the mean counts (default: ${DEFAULT-VALUE}).")
    private int seeds = 5;

    @Option(
            names = "--worst",
            paramLabel = "N",
            description = "How many of the worlds to list in which tiercel does worst (default: ${DEFAULT-VALUE}).")
    private int worst = 5;

    @Override
    public Integer call() {
        if (count < 1 || seeds < 1 || worst < 0) {
            throw new CommandFailure("--count, --seeds: expected at least 1, --worst at least 0; got " + count + ", "
                    + seeds + " and " + worst);
        }
        WorldComparison comparison;
        try (ProgressDisplay progress = ProgressDisplay.of(System.err, "Simulating", " worlds", count)) {
            comparison = new WorldComparison(LongStream.range(first, first + count)
                    .parallel()
                    .mapToObj(number -> {
                        WorldResult world = WorldResult.of(number, seeds);
                        progress.step(1, "");
                        return world;
                    })
                    .toList());
        }
        print(comparison, out());
        return ExitCodes.OK;
    }

    private void print(WorldComparison comparison, PrintWriter out) {
        TextTable table = new TextTable(
                1, "policy", "speedup, geometric mean", "slower by over 2 %", "least", "5 %", "median", "95 %", "most");
        for (String policy : SHOWN) {
            table.row(
                    policy,
                    text("%.3f", comparison.meanSpeedup(policy)),
                    text("%.1f %% of worlds", 100 * comparison.worse(policy)),
                    text("%.2f", comparison.quantile(policy, 0)),
                    text("%.2f", comparison.quantile(policy, 0.05)),
                    text("%.2f", comparison.quantile(policy, 0.5)),
                    text("%.2f", comparison.quantile(policy, 0.95)),
                    text("%.2f", comparison.quantile(policy, 1)));
        }
        table.print(out);
        out.println(text(
                "%d worlds from %d, %d seeds each; against the better of stock and trident by mean job time",
                count, first, seeds));
        if (comparison.lonelyJobs() > 0) {
            printOverBound(comparison, out);
        }
        for (WorldResult world : comparison.worst(WorldComparison.TIERCEL, worst)) {
            out.println(text(
                    "world %d: tiercel %.2f s, trident %.2f s, stock %.2f s; %s",
                    world.number(),
                    world.seconds().get(WorldComparison.TIERCEL),
                    world.seconds().get("trident"),
                    world.seconds().get("stock"),
                    world.description()));
        }
        out.flush();
    }

    private static void printOverBound(WorldComparison comparison, PrintWriter out) {
        TextTable table = new TextTable(1, "policy", "over the bound, 5 %", "25 %", "50 %", "75 %", "95 %");
        for (String policy : WorldComparison.POLICIES) {
            List<String> row = new ArrayList<>(List.of(policy));
            for (double part : new double[] {0.05, 0.25, 0.5, 0.75, 0.95}) {
                row.add(text("%.2f", comparison.overBound(policy, part)));
            }
            table.row(row);
        }
        table.print(out);
        out.println(text(
                "%d runs of worlds with one job; by the least time that any policy could take, without slow nodes and"
                        + " other readers",
                comparison.lonelyJobs()));
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
