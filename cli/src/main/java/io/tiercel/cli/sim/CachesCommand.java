package io.tiercel.cli.sim;

import io.tiercel.cli.CommandFailure;
import io.tiercel.cli.ExitCodes;
import io.tiercel.cli.PrintingCommand;
import io.tiercel.cli.text.ProgressDisplay;
import io.tiercel.cli.text.TextTable;
import io.tiercel.model.ByteSize;
import io.tiercel.sim.caches.AccessTrace;
import io.tiercel.sim.caches.CacheComparison;
import io.tiercel.sim.caches.CacheComparison.Outcome;
import io.tiercel.sim.scenario.QuantityParser;
import io.tiercel.sim.workload.FacebookWorkload;
import io.tiercel.sim.workload.SwimReader.SwimScale;
import io.tiercel.sim.workload.Workload;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Compares eviction policies of a cache of shared storage on a trace. */
@Command(
        name = "caches",
        description =
                "Prints how many of the bytes and blocks that a trace's jobs read a cache holds under several eviction"
                        + " policies and sizes.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "One cache for all nodes. Jobs read one after the other, each from its file's beginning. Every hour begins"
                    + " with an empty cache."
        })
public final class CachesCommand extends PrintingCommand {
    private static final String ALL = "all";
    private static final long HOUR = 3_600_000_000_000L;

    @Option(
            names = "--trace",
            paramLabel = "FILE",
            description = "A trace of the SWIM suite. Without one: Trident's Facebook workload, drawn here.")
    private @Nullable Path trace;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Of the workload that is drawn (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--hours",
            paramLabel = "HOUR",
            split = ",",
            defaultValue = ALL,
            description =
                    "Hours of the trace, from 1, each by itself; all for the whole trace (default: ${DEFAULT-VALUE}).")
    private List<String> hours = List.of();

    @Option(
            names = "--sizes",
            paramLabel = "%",
            split = ",",
            defaultValue = "5,10,20,40",
            description =
                    "Sizes of the cache in percent of the bytes of all blocks that are read (default: ${DEFAULT-VALUE}).")
    private List<Double> sizes = List.of();

    @Option(
            names = "--block",
            paramLabel = "SIZE",
            defaultValue = "64 MiB",
            description = "Length of a block (default: ${DEFAULT-VALUE}).")
    private String block = "";

    @Override
    public Integer call() {
        long blockBytes = QuantityParser.size(block)
                .filter(size -> size >= 1 && size <= Integer.MAX_VALUE)
                .orElseThrow(
                        () -> new CommandFailure("--block: expected a size from 1 B to 2047 MiB, got '" + block + "'"))
                .longValue();
        for (double size : sizes) {
            if (!(size > 0 && size <= 100)) {
                throw new CommandFailure("--sizes: expected more than 0 to 100%, got " + size);
            }
        }
        List<Long> starts = hours.stream().map(CachesCommand::start).toList();
        Workload workload = trace == null
                ? FacebookWorkload.of(seed, 0)
                : TraceFiles.reader(trace).apply(new SwimScale(1, 1, 0, 0));
        try (ProgressDisplay progress =
                ProgressDisplay.of(System.err, "Simulating", " caches", hours.size() * sizes.size())) {
            for (int i = 0; i < hours.size(); i++) {
                long from = starts.get(i);
                boolean isAll = from < 0;
                AccessTrace reads =
                        AccessTrace.of(workload, blockBytes, isAll ? 0 : from, isAll ? Long.MAX_VALUE : from + HOUR);
                out().print(i == 0 ? "" : System.lineSeparator());
                print(isAll ? "whole trace" : "hour " + hours.get(i), reads, progress);
                out().flush();
            }
        }
        return ExitCodes.OK;
    }

    /** @return nanoseconds; negative for the whole trace */
    private static long start(String hour) {
        if (hour.equals(ALL)) {
            return -1;
        }
        try {
            int number = Integer.parseInt(hour);
            if (number >= 1 && number <= 1_000_000) {
                return (number - 1) * HOUR;
            }
        } catch (NumberFormatException e) {
            // Told below.
        }
        throw new CommandFailure("--hours: expected numbers from 1, or " + ALL + ", got '" + hour + "'");
    }

    private void print(String title, AccessTrace reads, ProgressDisplay progress) {
        out().println(String.format(
                Locale.ROOT,
                "%s: %,d reads of %s in all; %,d blocks of %s",
                title,
                reads.reads(),
                ByteSize.text(reads.bytes()),
                reads.distinctBlocks(),
                ByteSize.text(reads.distinctBytes())));
        if (reads.reads() == 0) {
            return;
        }
        List<List<String>> columns = new ArrayList<>();
        for (double size : sizes) {
            List<Outcome> outcomes = CacheComparison.of(reads, (long) (size / 100 * reads.distinctBytes()));
            if (columns.isEmpty()) {
                columns.add(Stream.concat(
                                Stream.of("% of bytes, of blocks"),
                                outcomes.stream().map(Outcome::policy))
                        .toList());
            }
            String header = String.format(Locale.ROOT, size == Math.rint(size) ? "%.0f %%" : "%s %%", size);
            columns.add(Stream.concat(Stream.of(header), outcomes.stream().map(CachesCommand::text))
                    .toList());
            progress.step(1, "");
        }
        TextTable table =
                new TextTable(1, columns.stream().map(column -> column.get(0)).toArray(String[]::new));
        for (int row = 1; row < columns.get(0).size(); row++) {
            int number = row;
            table.row(columns.stream().map(column -> column.get(number)).toList());
        }
        table.print(out());
    }

    private static String text(Outcome outcome) {
        return String.format(
                Locale.ROOT,
                Double.isNaN(outcome.blockHits()) ? "%.1f      " : "%.1f %5.1f",
                100 * outcome.byteHits(),
                100 * outcome.blockHits());
    }
}
