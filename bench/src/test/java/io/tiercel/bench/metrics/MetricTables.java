package io.tiercel.bench.metrics;

import io.tiercel.agent.AgentMetric;
import io.tiercel.coordinator.state.CoordinatorCounter;
import io.tiercel.coordinator.view.CoordinatorGauge;
import io.tiercel.coordinator.view.CoordinatorMetrics;
import io.tiercel.spark.account.DriverMetric;
import io.tiercel.spark.account.ExecutorMetric;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The tables of the page of metrics, generated from the declarations, as Markdown. */
final class MetricTables {
    private static final Pattern FIRST_CELL = Pattern.compile("^\\| `(tiercel_\\w+)` \\|", Pattern.MULTILINE);

    private MetricTables() {}

    /** A page with its tables generated anew: each is between {@code <!-- metrics: NAME -->} and {@code <!-- end -->}. */
    static String fill(String page) {
        String filled = page;
        filled = fill(filled, "coordinator", coordinator());
        filled = fill(filled, "agent", agent());
        filled = fill(filled, "driver", driver());
        return fill(filled, "executor", executor());
    }

    private static String fill(String page, String name, List<String> table) {
        String begin = "<!-- metrics: " + name + " -->\n";
        int from = page.indexOf(begin);
        int to = page.indexOf("<!-- end -->", from);
        if (from < 0 || to < 0) {
            throw new IllegalArgumentException("expected a table between '" + begin.strip() + "' and '<!-- end -->'");
        }
        String rows = table.stream().map(row -> row + "\n").collect(Collectors.joining());
        return page.substring(0, from + begin.length()) + rows + page.substring(to);
    }

    /** The names in Prometheus that a page lists. */
    static Set<String> names(String page) {
        Matcher cells = FIRST_CELL.matcher(page);
        return cells.results().map((MatchResult cell) -> cell.group(1)).collect(Collectors.toCollection(TreeSet::new));
    }

    private static List<String> coordinator() {
        List<String> rows = new ArrayList<>(head("metric", "type", "unit", "labels", "meaning"));
        for (CoordinatorGauge gauge : CoordinatorGauge.values()) {
            String labels = gauge.labels().stream().map(MetricTables::code).collect(Collectors.joining(", "));
            rows.add(
                    row(code(CoordinatorMetrics.PREFIX + gauge.metric()), "gauge", gauge.unit(), labels, gauge.help()));
        }
        for (CoordinatorCounter counter : CoordinatorCounter.values()) {
            String name = CoordinatorMetrics.PREFIX + counter.metric() + "_total";
            rows.add(row(code(name), "counter", unit(counter), "", counter.help()));
        }
        return rows;
    }

    /** The last word of a counter's name is what it counts, except for refusals. */
    private static String unit(CoordinatorCounter counter) {
        String name = counter.metric();
        return name.startsWith("refused_") ? "calls" : name.substring(name.lastIndexOf('_') + 1);
    }

    private static List<String> agent() {
        List<String> rows = new ArrayList<>(head("metric", "in JMX", "type", "unit", "meaning"));
        for (AgentMetric metric : AgentMetric.values()) {
            String type = metric.isCounter() ? "counter" : "gauge";
            rows.add(row(code(metric.metric()), code(metric.attribute()), type, metric.unit(), metric.help()));
        }
        return rows;
    }

    private static List<String> driver() {
        List<String> rows = new ArrayList<>(head("metric", "in Spark", "type", "unit", "meaning"));
        for (DriverMetric metric : DriverMetric.values()) {
            String type = metric.isCounter() ? "counter" : "gauge";
            rows.add(row(code(metric.prometheusName()), code(metric.metric()), type, metric.unit(), metric.help()));
        }
        return rows;
    }

    private static List<String> executor() {
        List<String> rows = new ArrayList<>(head("in Spark", "type", "unit", "meaning"));
        for (ExecutorMetric metric : ExecutorMetric.values()) {
            rows.add(row(code(metric.metric()), "gauge", metric.unit(), metric.help()));
        }
        return rows;
    }

    private static List<String> head(String... columns) {
        return List.of(row(columns), row(Stream.of(columns).map(column -> "---").toArray(String[]::new)));
    }

    private static String row(String... cells) {
        return Stream.of(cells)
                .map(cell -> cell.replace("|", "\\|"))
                .collect(Collectors.joining(" | ", "| ", " |"))
                .replace("|  |", "| |");
    }

    private static String code(String text) {
        return "`" + text + "`";
    }
}
