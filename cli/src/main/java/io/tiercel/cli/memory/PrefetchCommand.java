package io.tiercel.cli.memory;

import io.tiercel.cli.ExitCodes;
import io.tiercel.cli.text.DurationFormat;
import io.tiercel.cli.text.ProgressDisplay;
import io.tiercel.client.TiercelClient;
import io.tiercel.model.ByteSize;
import io.tiercel.protocol.HostProgress;
import io.tiercel.protocol.MigrationState;
import io.tiercel.protocol.PrefetchReply;
import io.tiercel.protocol.PrefetchRequest;
import io.tiercel.protocol.ProgressReply;
import io.tiercel.protocol.ReleaseReply;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.util.LongSummaryStatistics;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Brings files into memory. */
@Command(
        name = "prefetch",
        description = "Brings files and directories of HDFS into memory, and keeps them there.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "Exit code: 0 if all data comes in (with --wait: is in); 1 if not all does, with the reason; 2 for bad"
                    + " input."
        })
public final class PrefetchCommand extends CoordinatorClientCommand {
    private static final String KEPT = "1h";
    private static final int LONGEST_NAME = 120;

    @Mixin
    private PathArguments paths = new PathArguments();

    @Option(
            names = "--job",
            paramLabel = "ID",
            description = "The job that owns the data, for release and status (default: user and paths).")
    private @Nullable String job;

    @Option(names = "--wait", description = "Shows progress, and ends when all data that fits is in memory.")
    private boolean wait;

    @Option(
            names = "--until",
            paramLabel = "TIME",
            defaultValue = KEPT,
            description =
                    "Keeps the data until then: 18:30, 2027-01-31T18:30, 90m, 2h, 1d (default: ${DEFAULT-VALUE}).")
    private String until = KEPT;

    @Option(names = "--stop", description = "Stops bringing these paths in, and releases the data that is in memory.")
    private boolean stop;

    @Override
    public Integer call() {
        String name = job == null ? defaultName() : job;
        Duration kept = TimeArgument.option("--until", TimeArgument.Form.EITHER, ZonedDateTime.now(), until);
        try (TiercelClient client = open()) {
            return stop ? stop(client, name) : prefetch(client, name, kept);
        }
    }

    /** The same for the same paths, so that asking twice is asking once. */
    private String defaultName() {
        String name = user() + ":" + String.join(",", paths.named());
        return name.length() <= LONGEST_NAME
                ? name
                : name.substring(0, LONGEST_NAME) + "~" + Integer.toHexString(name.hashCode());
    }

    private int stop(TiercelClient client, String name) {
        ReleaseReply reply = given(client.release(name, paths.selections()));
        out().println(name + ": " + ShortfallReport.blocks(reply.getReferences()) + " given back, "
                + ByteSize.text(reply.getFreedBytes()) + " that no job refers to any more");
        return ExitCodes.OK;
    }

    private int prefetch(TiercelClient client, String name, Duration kept) {
        PrefetchReply reply = given(client.prefetch(PrefetchRequest.newBuilder()
                .setJob(name)
                .addAllData(paths.selections())
                .setLeaseMillis(kept.toMillis())
                .build()));
        ShortfallReport complaints = new ShortfallReport();
        complaints.skipped(reply.getSkippedList());
        long resident = reply.getBlocksList().stream()
                .filter(block -> block.getState() == MigrationState.RESIDENT)
                .count();
        long bytes = reply.getBlocksList().stream()
                .mapToLong(block -> block.getLength())
                .sum();
        boolean some = reply.getBlocksCount() > 0;
        if (some) {
            out().println(name + ": " + ShortfallReport.blocks(reply.getBlocksCount()) + ", " + ByteSize.text(bytes)
                    + ", " + resident
                    + " of them in memory already; kept for "
                    + DurationFormat.of(reply.getLeaseMillis()));
            out().flush();
        }
        boolean all = wait && some ? follow(client, name, complaints) : complaints.none();
        complaints.print(err());
        return all && complaints.none() ? ExitCodes.OK : ExitCodes.NEGATIVE;
    }

    private boolean follow(TiercelClient client, String name, ShortfallReport complaints) {
        ProgressReply last;
        try (MigrationProgress bar = new MigrationProgress(out(), name, System.console() != null)) {
            last = given(client.follow(name, progress -> {
                complaints.failed(progress.getFailuresList());
                bar.show(progress);
            }));
        }
        for (HostProgress host : last.getHostsList()) {
            out().println("  " + host.getHost() + "  " + ByteSize.text(host.getResidentBytes()) + "  "
                    + MigrationProgress.percent(host)
                    + "% of its part, "
                    + MigrationProgress.percent(
                            host.getResidentBytes(), last.getBlocks().getWantedBytes()) + "% of all");
        }
        complaints.waiting(last.getWaitingForRoom());
        return last.getBlocks().getResident() == last.getBlocks().getWanted();
    }

    /** How much of a job is in memory, with each node's percentage. */
    static final class MigrationProgress implements AutoCloseable {
        private final String job;
        private final ProgressDisplay progress;

        MigrationProgress(PrintWriter out, String job, boolean terminal) {
            this.job = job;
            this.progress = new ProgressDisplay(out, job, ProgressDisplay.Unit.MEBIBYTES, terminal);
        }

        /** Called by one thread at a time. */
        void show(ProgressReply reply) {
            long wanted = reply.getBlocks().getWantedBytes();
            long resident = reply.getBlocks().getResidentBytes();
            progress.show(
                    resident,
                    wanted,
                    spread(reply),
                    () -> job + ": " + ByteSize.text(resident) + " of " + ByteSize.text(wanted) + " in memory"
                            + (reply.getHostsCount() == 0 ? "" : "; " + nodes(reply)));
        }

        /** How far the slowest and the fastest node are: all of them would leave no room for the bar. */
        static String spread(ProgressReply progress) {
            LongSummaryStatistics percents = progress.getHostsList().stream()
                    .mapToLong(MigrationProgress::percent)
                    .summaryStatistics();
            return switch ((int) percents.getCount()) {
                case 0 -> "";
                case 1 -> "1 node";
                default -> percents.getCount() + " nodes " + percents.getMin() + "-" + percents.getMax() + "%";
            };
        }

        /** Each node's percentage of the blocks assigned to it. */
        static String nodes(ProgressReply progress) {
            return progress.getHostsList().stream()
                    .map(host -> host.getHost() + " " + percent(host) + "%")
                    .collect(Collectors.joining(" "));
        }

        static long percent(HostProgress host) {
            return percent(host.getResidentBytes(), host.getResidentBytes() + host.getBoundBytes());
        }

        /** Whole percent, rounded down, so that 100% means all of it; 100 of nothing. */
        static long percent(long part, long whole) {
            return whole == 0 ? 100 : (long) Math.floor(100.0 * part / whole);
        }

        @Override
        public void close() {
            progress.close();
        }
    }
}
