package io.tiercel.cli.memory;

import io.tiercel.cli.text.ProgressDisplay;
import io.tiercel.model.ByteSize;
import io.tiercel.protocol.HostProgress;
import io.tiercel.protocol.ProgressReply;
import java.io.PrintWriter;
import java.util.LongSummaryStatistics;
import java.util.stream.Collectors;

/** How much of a job is in memory, with each node's percentage. */
final class MigrationProgress implements AutoCloseable {
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
