package io.tiercel.cli.sim;

import io.tiercel.cli.ExitCodes;
import io.tiercel.cli.PrintingCommand;
import io.tiercel.cli.text.TextTable;
import io.tiercel.model.ByteSize;
import io.tiercel.sim.whatif.Assumptions;
import io.tiercel.sim.whatif.LoggedApplication;
import io.tiercel.sim.whatif.LoggedApplication.StageInput;
import io.tiercel.sim.whatif.LoggedStage;
import io.tiercel.sim.whatif.LoggedStage.LoggedTask;
import io.tiercel.sim.whatif.StageGain;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Estimates from event logs what stages of real applications would have gained. */
@Command(
        name = "whatif",
        description =
                "Says of Spark applications, from their event logs, which stages would have gained from tasks at their"
                        + " input and from input in memory, and by how much, under assumptions that the options state.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "EVENTLOG is a file or a rolling directory (eventlog_v2_…), as it is or compressed by zstd, lz4, snappy or gzip."
        })
public final class WhatIfCommand extends PrintingCommand {
    @Parameters(arity = "1..*", paramLabel = "EVENTLOG", description = "Event logs of Spark applications.")
    private List<Path> logs = List.of();

    @Option(
            names = "--tiers",
            paramLabel = "TIER=%",
            split = ",",
            defaultValue = "hdd=100",
            description = "Assumed: which part of the input lay on which tier (default: ${DEFAULT-VALUE}).")
    private Map<String, Double> tiers = Map.of();

    @Option(
            names = "--replicas",
            paramLabel = "N",
            defaultValue = "3",
            description = "Assumed: replicas of each block (default: ${DEFAULT-VALUE}).")
    private int replicas;

    @Mixin
    private AssumptionOptions options = new AssumptionOptions();

    @Override
    public Integer call() {
        Assumptions assumed = options.with(tiers, replicas);
        PrintWriter out = out();
        for (Path log : logs) {
            print(log, EventLogReader.read(log), assumed, out);
        }
        printWhatIsNotKnown(out);
        return ExitCodes.OK;
    }

    private void print(Path log, LoggedApplication application, Assumptions assumed, PrintWriter out) {
        List<StageGain> gains = application.stages().stream()
                .filter(StageInput::isReading)
                .map(input -> StageGain.of(input.stage(), assumed))
                .toList();
        out.println(application.facts().name() + " (" + log.getFileName() + "): " + gains.size() + " of "
                + application.stages().size() + " stages read from storage");
        if (application.facts().isCompacted()) {
            out.println(EventLogFiles.COMPACTED_NOTE);
        }
        if (gains.isEmpty()) {
            return;
        }
        TextTable table = new TextTable(
                1,
                "stage, tasks, input, nodes, local, lasted s, waited, local s, memory s, at most s, fits".split(", "));
        for (StageGain gain : gains) {
            LoggedStage stage = gain.stage();
            table.row(
                    stage.id() + " " + shortened(stage.name()),
                    String.valueOf(stage.tasks().size()),
                    ByteSize.text(stage.inputBytes()),
                    String.valueOf(stage.hosts()),
                    percent(
                            stage.tasks().stream().filter(LoggedTask::isLocal).count(),
                            stage.tasks().size()),
                    number(stage.seconds()),
                    percent(
                            stage.tasks().stream()
                                            .mapToLong(LoggedTask::notComputing)
                                            .sum()
                                    / 1e9,
                            stage.tasks().stream()
                                            .mapToLong(task -> task.finished() - task.launched())
                                            .sum()
                                    / 1e3),
                    gain(gain.local()),
                    gain(gain.memory()),
                    gain(gain.most()),
                    percent(gain.fits(), 1));
        }
        table.print(out);
        long hosts =
                gains.stream().mapToLong(gain -> gain.stage().hosts()).max().orElse(1);
        out.println("local: with every task at its input; memory: with that, and input in memory as far as it fits; at"
                + " most: with no wait for input at all.");
        out.println("With " + replicas + " replicas a slot on one of " + hosts
                + " nodes, taken at random, has a given block beside it in " + percent(Math.min(replicas, hosts), hosts)
                + " of cases.");
        out.println();
    }

    private void printWhatIsNotKnown(PrintWriter out) {
        String lay = new TreeMap<>(tiers)
                .entrySet().stream()
                        .map(each -> Math.round(each.getValue()) + "% on " + each.getKey())
                        .collect(Collectors.joining(", "));
        String reads = new TreeMap<>(options.bandwidth())
                .entrySet().stream()
                        .map(each -> each.getValue() + " from " + each.getKey())
                        .collect(Collectors.joining(", "));
        out.println("Assumed: input lay " + lay + "; a node reads " + reads
                + ", shared by the stage's tasks there; its link gives " + options.network() + "; " + options.memory()
                + " of its memory are for the input of one stage, which is there in time.");
        out.println(
                "An event log does not tell where blocks lay and on which tier, whether input came from the page cache,"
                        + " and how long a task waited for it. It tells how long a task neither computed, nor collected"
                        + " garbage, nor shuffled ('waited'): no gain here is more than that. It does not tell what else used"
                        + " the devices. Each stage is taken alone, on as many slots as it used. Input that Spark does not"
                        + " count (as of some data sources) is not seen.");
        out.flush();
    }

    private static String shortened(String name) {
        return name.length() <= 40 ? name : name.substring(0, 39) + "…";
    }

    /** A gain far below the resolution of a log counts as none. */
    private static String gain(double seconds) {
        return seconds < 0.005 ? "0" : "-" + number(seconds);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, value >= 100 ? "%.0f" : value >= 10 ? "%.1f" : "%.2f", value);
    }

    private static String percent(double part, double whole) {
        return whole == 0 ? "-" : Math.round(100 * part / whole) + "%";
    }
}
