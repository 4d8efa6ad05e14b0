package io.tiercel.bench.demo.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

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
    public static List<String> lines(List<Outcome> outcomes) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(HEADER);
        outcomes.forEach(outcome -> rows.add(row(outcome)));
        List<String> lines = align(rows);
        lines.add("* share of the bytes that the DataNodes served which came from SSD, by their own counters");
        return lines;
    }

    private static List<String> row(Outcome outcome) {
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

    private static double served(Outcome outcome) {
        long all = outcome.servedBytes().values().stream()
                .mapToLong(Long::longValue)
                .sum();
        return (double) outcome.servedBytes().getOrDefault("SSD", 0L) / all;
    }

    private static List<String> align(List<List<String>> rows) {
        int[] widths = IntStream.range(0, HEADER.size())
                .map(column -> rows.stream()
                        .mapToInt(row -> row.get(column).length())
                        .max()
                        .orElse(0))
                .toArray();
        return rows.stream()
                .map(row -> IntStream.range(0, widths.length)
                        .mapToObj(column -> pad(row.get(column), widths[column], column == 0))
                        .collect(Collectors.joining("  ")))
                .collect(Collectors.toCollection(ArrayList::new));
    }

    private static String pad(String text, int width, boolean left) {
        String space = " ".repeat(width - text.length());
        return left ? text + space : space + text;
    }

    private static String percent(double share) {
        return Double.isNaN(share) ? "-" : number("%.0f%%", 100 * share);
    }

    private static String number(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }
}
