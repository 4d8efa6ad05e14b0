package io.tiercel.demo.placement;

import io.tiercel.demo.report.DemoTextTable;
import io.tiercel.demo.report.TaskTiers;
import java.util.List;
import java.util.Locale;

/** The table that the demo prints at its end. */
public final class SummaryTable {
    private static final List<String> HEADER = List.of(
            "policy",
            "median s",
            "vs stock",
            "(min-max)",
            "best tier",
            "memory",
            "SSD",
            "HDD",
            "rack",
            "remote",
            "from SSD*",
            "sched. us median",
            "max");

    private SummaryTable() {}

    /** Lines of the table, aligned; {@code *} is explained in the last one. */
    public static List<String> lines(List<PolicyOutcome> outcomes) {
        List<String> lines = DemoTextTable.lines(
                HEADER, outcomes.stream().map(SummaryTable::row).toList());
        lines.add("* share of the bytes that the DataNodes served which came from SSD, by their own counters");
        return lines;
    }

    private static List<String> row(PolicyOutcome outcome) {
        TaskTiers tiers = outcome.tiers();
        return List.of(
                outcome.policy(),
                number("%.1f", outcome.seconds().median()),
                number("%.2fx", outcome.speedup().median()),
                number("(%.2f-", outcome.speedup().min())
                        + number("%.2f)", outcome.speedup().max()),
                percent(tiers.bestShare()),
                percent(tiers.share("PROCESS") + tiers.share("MEMORY")),
                percent(tiers.share("SSD")),
                percent(tiers.share("HDD")),
                percent(tiers.share("RACK")),
                percent(tiers.share("REMOTE") + tiers.share("UNKNOWN")),
                percent(served(outcome)),
                number("%.0f", tiers.schedulingMicrosMedian()),
                number("%.0f", tiers.schedulingMicrosMax()));
    }

    private static double served(PolicyOutcome outcome) {
        long all = outcome.servedBytes().values().stream()
                .mapToLong(Long::longValue)
                .sum();
        return (double) outcome.servedBytes().getOrDefault("SSD", 0L) / all;
    }

    private static String percent(double share) {
        return Double.isNaN(share) ? "-" : number("%.0f%%", 100 * share);
    }

    private static String number(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }
}
