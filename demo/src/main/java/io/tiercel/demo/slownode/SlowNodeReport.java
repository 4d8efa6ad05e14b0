package io.tiercel.demo.slownode;

import io.tiercel.demo.cluster.DemoSettings;
import io.tiercel.demo.report.Chart;
import io.tiercel.demo.report.ReportClaim;
import io.tiercel.demo.report.ReportTable;
import io.tiercel.demo.report.SceneReport;
import io.tiercel.demo.report.SoftwareVersions;
import io.tiercel.demo.report.Spread;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** What the trials of <em>one slow node</em> say. */
final class SlowNodeReport {
    private static final String DYRS = "dyrs";
    private static final String IGNEM = "ignem";
    /** What migration may take above what the devices allow. */
    private static final double LIMIT = 1.15;

    private final DemoSettings settings;
    private final List<InterferencePattern> patterns;
    private final List<MigrationTrial> trials;

    SlowNodeReport(DemoSettings settings, List<InterferencePattern> patterns, List<MigrationTrial> trials) {
        this.settings = settings;
        this.patterns = patterns;
        this.trials = trials;
    }

    SceneReport build(Instant started) {
        double worst = worst();
        return new SceneReport(
                "slow-node",
                text(
                        "With nodes slowed down at will, data comes into memory within %.0f%% of what the devices"
                                + " allow",
                        100 * (worst - 1)),
                title(),
                started.toString(),
                Duration.between(started, Instant.now()).toMillis() / 60_000.0,
                settingsShown(),
                SoftwareVersions.shown(),
                verdicts(worst),
                charts(),
                List.of(figures()),
                trials,
                notes());
    }

    private String title() {
        return text(
                "%s of cold data on the HDDs (%s/s) of %d nodes, %d replicas, brought into memory while one or two"
                        + " nodes have a third of their bandwidth; up to %d rounds.",
                settings.size(), settings.hdd(), settings.nodes(), settings.replication(), settings.rounds());
    }

    private double worst() {
        return patterns.stream()
                .mapToDouble(
                        pattern -> spread(DYRS, pattern, MigrationTrial::ratio).median())
                .max()
                .orElseThrow();
    }

    private List<ReportClaim> verdicts(double worst) {
        List<ReportClaim> verdicts = new ArrayList<>();
        verdicts.add(new ReportClaim(
                "Migration finishes within 15% of what the devices' summed bandwidth allows, for each pattern",
                text("%+.0f%%", 100 * (worst - 1)),
                "Late binding takes " + ratios(DYRS) + " times as long as the devices need",
                worst <= LIMIT));
        double ignem = patterns.stream()
                .mapToDouble(
                        pattern -> spread(IGNEM, pattern, MigrationTrial::ratio).median())
                .max()
                .orElseThrow();
        verdicts.add(new ReportClaim(
                "Ignem, which chooses a replica at random at once, beside it",
                text("%.2f×", ignem),
                "Ignem takes " + ratios(IGNEM) + " times as long as the devices need",
                true));
        sameAmount(List.of(InterferencePattern.ONE_10, InterferencePattern.ONE_20))
                .ifPresent(verdicts::add);
        sameAmount(List.of(InterferencePattern.ALWAYS, InterferencePattern.TWO_10, InterferencePattern.TWO_20))
                .ifPresent(verdicts::add);
        return verdicts;
    }

    private String ratios(String binder) {
        return String.join(
                ", ",
                patterns.stream()
                        .map(pattern -> text(
                                "%.2f (%s)",
                                spread(binder, pattern, MigrationTrial::ratio).median(), pattern.title()))
                        .toList());
    }

    /** Within the spread: the medians differ by no more than the rounds of one pattern do. */
    private Optional<ReportClaim> sameAmount(List<InterferencePattern> group) {
        if (!patterns.containsAll(group)) {
            return Optional.empty();
        }
        List<Spread> times = group.stream()
                .map(pattern -> spread(DYRS, pattern, MigrationTrial::seconds))
                .toList();
        Spread medians = Spread.of(times.stream().map(Spread::median).toList());
        double apart = medians.max() - medians.min();
        double rounds = times.stream()
                .mapToDouble(each -> each.max() - each.min())
                .max()
                .orElseThrow();
        String slow = group.get(0).slowNodes() == 1 ? "one" : "half a";
        return Optional.of(new ReportClaim(
                text("Runs with equal interference take equal time: %s slow node on average", slow),
                text("%.1f s apart", apart),
                text(
                        "Medians %s; rounds of one pattern are up to %.1f s apart",
                        String.join(
                                ", ",
                                group.stream()
                                        .map(pattern -> text(
                                                "%.1f s (%s)",
                                                spread(DYRS, pattern, MigrationTrial::seconds)
                                                        .median(),
                                                pattern.title()))
                                        .toList()),
                        rounds),
                apart <= rounds));
    }

    private List<Chart> charts() {
        List<Chart> charts = new ArrayList<>();
        charts.add(Chart.bars(
                "How much longer than the devices need",
                "Time until all data was in memory, divided by the time in which the devices deliver it if none is"
                        + " ever idle. Bars are medians over the rounds, whiskers go from the best to the worst; 1× is the"
                        + " limit.",
                "×",
                patterns.stream().map(InterferencePattern::title).toList(),
                SlowNodeScene.BINDERS.stream()
                        .map(binder -> new Chart.Series(
                                binder,
                                patterns.stream()
                                        .map(pattern -> Chart.Point.of(spread(binder, pattern, MigrationTrial::ratio)))
                                        .toList()))
                        .toList(),
                1.0));
        charts.add(progress());
        charts.add(nodes());
        patterns.stream()
                .filter(pattern -> pattern != InterferencePattern.NONE)
                .map(this::estimates)
                .forEach(charts::add);
        return charts;
    }

    private Chart progress() {
        List<Chart.Series> series = SlowNodeScene.BINDERS.stream()
                .map(binder -> first(binder, InterferencePattern.ALWAYS))
                .map(trial -> {
                    double all =
                            trial.progress().get(trial.progress().size() - 1).value();
                    return new Chart.Series(
                            trial.binder(),
                            trial.progress().stream()
                                    .map(moment -> Chart.Point.at(moment.seconds(), 100 * moment.value() / all))
                                    .toList());
                })
                .toList();
        return Chart.lines(
                "The last blocks",
                "Share of the data in memory as time goes by, node 1 slow all the time, first round. What is left to"
                        + " the slow node at the end is what the others wait for (DYRS, figure 10).",
                "%",
                "seconds since the hint",
                series);
    }

    private Chart nodes() {
        List<String> hosts = List.copyOf(
                new TreeMap<>(first(DYRS, InterferencePattern.ALWAYS).bytesByNode()).keySet());
        List<String> labels = new ArrayList<>();
        for (int node = 1; node <= hosts.size(); node++) {
            labels.add("node " + node);
        }
        List<Chart.Series> series = SlowNodeScene.BINDERS.stream()
                .map(binder -> new Chart.Series(
                        binder,
                        hosts.stream()
                                .map(host -> Chart.Point.of(spread(
                                        binder,
                                        InterferencePattern.ALWAYS,
                                        trial -> trial.bytesByNode().getOrDefault(host, 0L) / (double) (1 << 20))))
                                .toList()))
                .toList();
        return Chart.bars(
                "Which node brought in how much",
                "MiB, node 1 slow all the time, median and range over the rounds (DYRS, figure 8b).",
                " MiB",
                labels,
                series,
                null);
    }

    private Chart estimates(InterferencePattern pattern) {
        MigrationTrial trial = first(DYRS, pattern);
        List<Chart.Series> series = new TreeMap<>(trial.estimates())
                .values().stream()
                        .limit(2)
                        .map(moments -> moments.stream()
                                .map(moment -> Chart.Point.at(moment.seconds(), moment.value()))
                                .toList())
                        .map(points -> new Chart.Series("", points))
                        .toList();
        List<Chart.Series> named = new ArrayList<>();
        for (int node = 0; node < series.size(); node++) {
            named.add(new Chart.Series("node " + (node + 1), series.get(node).points()));
        }
        return Chart.lines(
                "Estimated time for a block: " + pattern.title(),
                text(
                        "What the coordinator expects of nodes 1 and 2, first round (DYRS, figure 9). A block of %s"
                                + " takes %.1f s at full bandwidth, %.1f s on a slow node.",
                        settings.blockSize(),
                        (double) settings.blockSize().bytes() / settings.hdd().bytes(),
                        InterferencePattern.SLOWDOWN
                                * (double) settings.blockSize().bytes()
                                / settings.hdd().bytes()),
                " s",
                "seconds since the hint",
                named);
    }

    private ReportTable figures() {
        List<List<String>> rows = new ArrayList<>();
        for (InterferencePattern pattern : patterns) {
            List<String> row = new ArrayList<>(List.of(
                    pattern.title(),
                    text(
                            "%.1f",
                            spread(DYRS, pattern, MigrationTrial::idealSeconds).median())));
            for (String binder : SlowNodeScene.BINDERS) {
                Spread seconds = spread(binder, pattern, MigrationTrial::seconds);
                row.add(text("%.1f (%.1f-%.1f)", seconds.median(), seconds.min(), seconds.max()));
                row.add(text(
                        "%.2f×", spread(binder, pattern, MigrationTrial::ratio).median()));
                row.add(Long.toString(of(binder, pattern).count()));
            }
            rows.add(row);
        }
        List<String> columns = new ArrayList<>(List.of("slow", "ideal s"));
        for (String binder : SlowNodeScene.BINDERS) {
            columns.addAll(List.of(binder + " s", "ratio", "runs"));
        }
        return new ReportTable(
                "All figures",
                "Seconds until everything was in memory: median, and range over the runs (DYRS, table II, which gives"
                        + " the run times of sort jobs).",
                columns,
                rows);
    }

    private Map<String, String> settingsShown() {
        Map<String, String> shown = new LinkedHashMap<>();
        shown.put("data", settings.size().toString());
        shown.put("block size", settings.blockSize().toString());
        shown.put("replication", settings.replication() + ", all on HDD");
        shown.put("nodes, racks", settings.nodes() + ", " + settings.racks());
        shown.put("HDD, per node", settings.hdd() + "/s");
        shown.put("slowed down to", "a third");
        shown.put("rounds", Integer.toString(settings.rounds()));
        shown.put("seed of the order", Long.toString(settings.seed()));
        return shown;
    }

    private static List<String> notes() {
        return List.of(
                "Each binder has an HDFS of its own, with its own emulated devices; all three work at the same time."
                        + " The baselines are run as often as fits beside late binding's rounds, at least once for each"
                        + " pattern.",
                "The time counts from the hint until the coordinator knows that all blocks are locked in memory."
                        + " Before every run all blocks are unlocked and dropped from the page cache, which each DataNode"
                        + " verifies.",
                "The ideal is the time in which the HDDs deliver the data if each is busy from the first moment to the"
                        + " last and any of them may read any block. Agents ask for work once a second while they have"
                        + " none.",
                "A slow node has a third of its bandwidth, as if two other readers were at work beside the migration."
                        + " Every pattern begins in the middle of a phase, so that patterns with the same share of slow"
                        + " time have had as much of it after half a cycle too.",
                "Ignem chooses one of the replicas at random as soon as the data is hinted. Naive gives a block to any"
                        + " node that has room in its queue (DYRS, section V-F3).");
    }

    private Stream<MigrationTrial> of(String binder, InterferencePattern pattern) {
        return trials.stream()
                .filter(trial ->
                        trial.binder().equals(binder) && trial.interference().equals(pattern.id()));
    }

    private MigrationTrial first(String binder, InterferencePattern pattern) {
        return of(binder, pattern).findFirst().orElseThrow();
    }

    private Spread spread(String binder, InterferencePattern pattern, ToDoubleFunction<MigrationTrial> value) {
        return Spread.of(of(binder, pattern).map(value::applyAsDouble).toList());
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
