package io.tiercel.cli.memory;

import io.tiercel.protocol.HostProgress;
import io.tiercel.protocol.ProgressReply;
import java.io.PrintWriter;
import java.util.LongSummaryStatistics;
import java.util.stream.Collectors;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/** How much of a job is in memory: a bar on a terminal, a line for each tenth, with each node's percentage, elsewhere. */
final class Bar implements AutoCloseable {
    private static final long MEBI = 1 << 20;

    private final PrintWriter out;
    private final String job;
    private final boolean terminal;
    private @Nullable ProgressBar bar;
    private long shownTenths = -1;

    Bar(PrintWriter out, String job, boolean terminal) {
        this.out = out;
        this.job = job;
        this.terminal = terminal;
    }

    /** Called by one thread at a time. */
    void show(ProgressReply progress) {
        long wanted = progress.getBlocks().getWantedBytes();
        long resident = progress.getBlocks().getResidentBytes();
        if (terminal) {
            ProgressBar shown = bar;
            if (shown == null) {
                shown = new ProgressBarBuilder()
                        .setTaskName(job)
                        .setUnit(" MiB", MEBI)
                        .setInitialMax(wanted)
                        .setStyle(ProgressBarStyle.COLORFUL_UNICODE_BLOCK)
                        .setUpdateIntervalMillis(200)
                        .build();
                bar = shown;
            }
            shown.maxHint(wanted);
            shown.stepTo(resident);
            shown.setExtraMessage(spread(progress));
            return;
        }
        long tenths = Sizes.percent(resident, wanted) / 10;
        if (tenths > shownTenths) {
            shownTenths = tenths;
            out.println(job + ": " + Sizes.of(resident) + " of " + Sizes.of(wanted) + " in memory"
                    + (progress.getHostsCount() == 0 ? "" : "; " + nodes(progress)));
            out.flush();
        }
    }

    /** How far the slowest and the fastest node are: all of them would leave no room for the bar. */
    static String spread(ProgressReply progress) {
        LongSummaryStatistics percents =
                progress.getHostsList().stream().mapToLong(Bar::percent).summaryStatistics();
        return switch ((int) percents.getCount()) {
            case 0 -> "";
            case 1 -> "1 node";
            default -> percents.getCount() + " nodes " + percents.getMin() + "-" + percents.getMax() + "%";
        };
    }

    /** Of what a node has been given to bring in. */
    static String nodes(ProgressReply progress) {
        return progress.getHostsList().stream()
                .map(host -> host.getHost() + " " + percent(host) + "%")
                .collect(Collectors.joining(" "));
    }

    static long percent(HostProgress host) {
        return Sizes.percent(host.getResidentBytes(), host.getResidentBytes() + host.getBoundBytes());
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
        }
    }
}
