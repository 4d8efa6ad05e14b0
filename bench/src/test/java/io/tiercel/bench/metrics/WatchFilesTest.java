package io.tiercel.bench.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tiercel.spark.TiercelPlugin;
import io.tiercel.spark.account.DriverMetric;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Dashboards, alert rules and Prometheus' configuration name only metrics that there are. */
final class WatchFilesTest {
    private static final Path HOME = Path.of(System.getProperty("tiercel.home"));
    private static final Path PROMETHEUS = HOME.resolve("deploy/prometheus");
    private static final Pattern METRIC = Pattern.compile("\\btiercel_\\w+");
    private static final Pattern ALERT_ROW = Pattern.compile("^\\| `(Tiercel\\w+)` \\|", Pattern.MULTILINE);
    private static final int GRAFANAS_COLUMNS = 24;

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Set<String> known() {
        return MetricTables.names(read(HOME.resolve("docs/metrics.md")));
    }

    private static Set<String> metrics(String expression) {
        return METRIC.matcher(expression).results().map(found -> found.group()).collect(Collectors.toSet());
    }

    private static Object yaml(Path file) {
        return new Load(LoadSettings.builder().setLabel(file.toString()).build()).loadFromString(read(file));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Object yaml) {
        return (Map<String, Object>) yaml;
    }

    @SuppressWarnings("unchecked")
    private static List<Object> list(Object yaml) {
        return (List<Object>) yaml;
    }

    private static List<Map<String, Object>> alertRules() {
        return list(map(yaml(PROMETHEUS.resolve("alerts.yaml"))).get("groups")).stream()
                .flatMap(group -> list(map(group).get("rules")).stream())
                .map(WatchFilesTest::map)
                .toList();
    }

    private static List<Path> dashboards() throws IOException {
        try (Stream<Path> files = Files.list(HOME.resolve("deploy/grafana"))) {
            return files.filter(file -> file.toString().endsWith(".json"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void dashboardsHaveWhatGrafanaNeedsAndKnownMetrics() throws IOException {
        Set<String> known = known();
        Set<String> uids = new HashSet<>();
        assertThat(dashboards()).hasSizeGreaterThanOrEqualTo(2);
        for (Path file : dashboards()) {
            JsonNode dashboard = new ObjectMapper().readTree(file.toFile());
            String uid = dashboard.path("uid").asText();
            assertThat(file.getFileName().toString()).isEqualTo(uid + ".json");
            assertThat(uids.add(uid))
                    .as("%s is the only one with its uid", file)
                    .isTrue();
            assertThat(dashboard.path("title").asText()).as("%s: title", file).startsWith("Tiercel");
            assertThat(dashboard.path("schemaVersion").asInt())
                    .as("%s: schemaVersion", file)
                    .isPositive();
            assertThat(dashboard
                            .path("templating")
                            .path("list")
                            .path(0)
                            .path("type")
                            .asText())
                    .as("%s: its first variable is the data source", file)
                    .isEqualTo("datasource");
            Set<Integer> ids = new HashSet<>();
            Set<String> used = new TreeSet<>();
            for (JsonNode panel : dashboard.path("panels")) {
                String title = panel.path("title").asText();
                assertThat(ids.add(panel.path("id").asInt()))
                        .as("%s: the id of '%s' is its own", file, title)
                        .isTrue();
                JsonNode place = panel.path("gridPos");
                assertThat(place.path("x").asInt() + place.path("w").asInt())
                        .as("%s: the right edge of '%s'", file, title)
                        .isBetween(1, GRAFANAS_COLUMNS);
                assertThat(place.path("h").asInt())
                        .as("%s: the height of '%s'", file, title)
                        .isPositive();
                if (!panel.path("type").asText().equals("row")) {
                    assertThat(panel.path("description").asText())
                            .as("%s: what '%s' means", file, title)
                            .isNotBlank();
                    assertThat(panel.path("targets"))
                            .as("%s: the queries of '%s'", file, title)
                            .isNotEmpty();
                }
                Set<String> references = new HashSet<>();
                for (JsonNode target : panel.path("targets")) {
                    assertThat(references.add(target.path("refId").asText())).isTrue();
                    assertThat(target.path("datasource").path("uid").asText()).isEqualTo("${datasource}");
                    Set<String> named = metrics(target.path("expr").asText());
                    assertThat(named).as("%s: metrics of '%s'", file, title).isNotEmpty();
                    used.addAll(named);
                }
            }
            assertThat(known).as("metrics of %s are in docs/metrics.md", file).containsAll(used);
        }
    }

    @Test
    void everyAlertUsesKnownMetricsAndIsExplained() {
        Set<String> known = known();
        List<String> alerts = new ArrayList<>();
        for (Map<String, Object> rule : alertRules()) {
            String alert = String.valueOf(rule.get("alert"));
            alerts.add(alert);
            Set<String> named = metrics(String.valueOf(rule.get("expr")));
            assertThat(named).as("metrics of %s", alert).isNotEmpty();
            assertThat(known).as("metrics of %s", alert).containsAll(named);
            assertThat(map(rule.get("labels")).get("severity"))
                    .as("severity of %s", alert)
                    .isIn("critical", "warning", "info");
            assertThat(String.valueOf(map(rule.get("annotations")).get("summary")))
                    .as("summary of %s", alert)
                    .endsWith(".");
            assertThat(map(rule.get("annotations")).get("runbook"))
                    .as("runbook of %s", alert)
                    .isEqualTo("docs/operations.md#alerts");
        }
        String operations = read(HOME.resolve("docs/operations.md"));
        String section = operations.substring(operations.indexOf("\n## Alerts\n"));
        List<String> explained =
                ALERT_ROW.matcher(section).results().map(row -> row.group(1)).toList();
        assertThat(alerts).doesNotHaveDuplicates().isNotEmpty();
        assertThat(explained).as("rows of docs/operations.md#alerts").containsExactlyElementsOf(alerts);
    }

    /** Prometheus' own tool runs the cases, in .ci/docs where it is there. */
    @Test
    void everyAlertHasACaseInWhichItFiresAndOneInWhichItDoesNot() {
        Set<String> firing = new TreeSet<>();
        Set<String> silent = new TreeSet<>();
        for (Object test :
                list(map(yaml(PROMETHEUS.resolve("alerts.test.yaml"))).get("tests"))) {
            for (Object each : list(map(test).get("alert_rule_test"))) {
                (map(each).containsKey("exp_alerts") ? firing : silent)
                        .add(String.valueOf(map(each).get("alertname")));
            }
        }

        List<String> alerts = alertRules().stream()
                .map(rule -> String.valueOf(rule.get("alert")))
                .toList();
        assertThat(firing).containsExactlyInAnyOrderElementsOf(alerts);
        assertThat(silent).containsExactlyInAnyOrderElementsOf(alerts);
    }

    /** Applies the rules that Prometheus is given to names as Spark writes them. */
    @Test
    void sparksNamesBecomeThoseOfThePage() {
        Map<String, Object> job = list(
                        map(yaml(PROMETHEUS.resolve("prometheus.yaml"))).get("scrape_configs"))
                .stream()
                .map(WatchFilesTest::map)
                .filter(each -> "tiercel-spark".equals(each.get("job_name")))
                .findFirst()
                .orElseThrow();
        List<Object> rules = list(job.get("metric_relabel_configs"));
        Set<String> named = new TreeSet<>();
        for (DriverMetric metric : DriverMetric.values()) {
            String key = "my.app-1.driver.plugin." + TiercelPlugin.class.getName() + "." + metric.metric();
            String end = metric.isCounter() ? "_Count" : "_Value";
            String written = "metrics_" + key.replaceAll("[^a-zA-Z0-9]", "_") + end;
            String name = relabelled(written, rules);
            assertThat(name).isEqualTo(metric.prometheusName());
            assertThat(relabelled(written, rules, "application")).isEqualTo("my_app_1");
            named.add(name);
        }
        assertThat(known()).containsAll(named);
    }

    private static String relabelled(String name, List<Object> rules) {
        String now = name;
        for (Object rule : rules) {
            if ("__name__".equals(map(rule).get("target_label"))) {
                now = replaced(now, map(rule), now);
            } else if ("keep".equals(map(rule).get("action"))) {
                assertThat(now).matches(String.valueOf(map(rule).get("regex")));
            }
        }
        return now;
    }

    private static String relabelled(String name, List<Object> rules, String label) {
        return rules.stream()
                .map(WatchFilesTest::map)
                .filter(rule -> label.equals(rule.get("target_label")))
                .map(rule -> replaced(name, rule, ""))
                .findFirst()
                .orElseThrow();
    }

    /** Prometheus matches the whole name, and replaces it by the first group unless told otherwise. */
    private static String replaced(String name, Map<String, Object> rule, String otherwise) {
        Matcher match = Pattern.compile(String.valueOf(rule.get("regex"))).matcher(name);
        String replacement = String.valueOf(rule.getOrDefault("replacement", "${1}"));
        return match.matches() ? replacement.replace("${1}", match.group(1)) : otherwise;
    }
}
