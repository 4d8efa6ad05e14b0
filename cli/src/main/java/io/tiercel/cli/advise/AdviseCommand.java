package io.tiercel.cli.advise;

import io.tiercel.cli.CommandFailure;
import io.tiercel.cli.ExitCodes;
import io.tiercel.cli.PrintingCommand;
import io.tiercel.cli.advise.Advice.AdvisedApplication;
import io.tiercel.cli.advise.Advice.UnreadLog;
import io.tiercel.cli.sim.AssumptionOptions;
import io.tiercel.cli.sim.EventLogFiles;
import io.tiercel.cli.sim.EventLogReader;
import io.tiercel.cli.sim.OutputFiles;
import io.tiercel.cli.text.ProgressDisplay;
import io.tiercel.config.Excerpt;
import io.tiercel.sim.whatif.ApplicationGain;
import io.tiercel.sim.whatif.Assumptions;
import io.tiercel.sim.whatif.Stated;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Says which applications would gain from Tiercel, by their event logs. */
@Command(
        name = "advise",
        description = {
            "Reads the event logs of Spark's applications. Says which of them would gain, from what (placement, memory,"
                    + " prefetch, cache), how much at least and at most, and which lines of configuration to add."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Each log is a file or a rolling directory (eventlog_v2_…), as it is or compressed by zstd, lz4, snappy or gzip. A"
                    + " log that cannot be read is one line on standard error.",
            "With spark.plugins the application also needs our jar: --jars, or 'tiercel submit'.",
            "Exit code: 0; 2 if a log or the directory could not be read, or if there are no logs (others are still"
                    + " answered)."
        })
public final class AdviseCommand extends PrintingCommand {
    private static final String OWN_WORDS = "EVENTLOG: ";

    @Parameters(
            paramLabel = "DIRECTORY",
            description = "The directory to which Spark writes event logs, on this machine (spark.eventLog.dir); or one"
                    + " log.")
    private Path directory = Path.of("");

    @Option(names = "--html", paramLabel = "FILE", description = "Also writes a page with a chart to this file.")
    private @Nullable Path html;

    @Option(names = "--json", description = "Prints JSON in place of text: all applications with their lines.")
    private boolean json;

    @Option(
            names = "--top",
            paramLabel = "N",
            defaultValue = "5",
            description = "For how many applications lines of configuration are shown (default: ${DEFAULT-VALUE}).")
    private int top;

    @Option(
            names = "--tiers",
            paramLabel = "TIER=%",
            split = ",",
            description = "Stated: which part of the input in HDFS lay on which tier, as hdd=70,ssd=30. From this,"
                    + " --bandwidth, --network and --memory follow what memory saves at least. Without it the log alone"
                    + " counts.")
    private Map<String, Double> tiers = new LinkedHashMap<>();

    @Option(
            names = "--even",
            description = "Stated: the blocks in HDFS are spread evenly over the nodes, so every task could have run at"
                    + " its input. From this follows what placement saves at least.")
    private boolean even;

    @Mixin
    private AssumptionOptions options = new AssumptionOptions();

    @Override
    public Integer call() {
        if (top < 0) {
            throw new CommandFailure("--top: expected at least 0, got " + top);
        }
        OutputFiles.check("--html", html);
        options.check();
        Optional<Assumptions> devices = tiers.isEmpty() ? Optional.empty() : Optional.of(options.with(tiers, 1));
        Advice advice = read(new Stated(devices, even));
        if (json) {
            out().println(AdviceJson.of(advice));
            out().flush();
        } else if (!advice.applications().isEmpty()) {
            AdviceText.print(advice, top, out());
        }
        if (html != null) {
            OutputFiles.write("--html", html, AdvicePage.of(advice, top).html(), err());
        }
        return advice.unread().isEmpty() ? ExitCodes.OK : ExitCodes.USAGE;
    }

    /** One log after the other: of its tasks only sums are kept. */
    private Advice read(Stated stated) {
        List<Path> logs = EventLogFiles.logs(directory);
        if (logs.isEmpty()) {
            throw new CommandFailure("DIRECTORY: expected event logs in " + directory
                    + ", found none; directories below it are not searched");
        }
        List<AdvisedApplication> applications = new ArrayList<>();
        List<UnreadLog> unread = new ArrayList<>();
        try (ProgressDisplay progress = ProgressDisplay.of(System.err, "Reading", " logs", logs.size())) {
            for (Path log : logs) {
                String name = Excerpt.oneLine(String.valueOf(log.getFileName()));
                try {
                    applications.add(
                            new AdvisedApplication(name, ApplicationGain.of(EventLogReader.read(log), stated)));
                } catch (CommandFailure e) {
                    String reason =
                            Excerpt.oneLine(String.valueOf(e.getMessage()).replaceFirst(OWN_WORDS, ""));
                    unread.add(new UnreadLog(name, reason));
                    err().println("not read: " + reason);
                }
                progress.step(1, name);
            }
        }
        return new Advice(applications, unread);
    }
}
