package io.tiercel.demo.slownode;

import static io.tiercel.demo.report.ReportText.text;

import io.tiercel.demo.cluster.DemoSettings;
import io.tiercel.demo.report.Chart;
import io.tiercel.demo.report.Chart.Axis;
import io.tiercel.demo.report.Chart.Heading;
import io.tiercel.demo.report.ReportClaim;
import io.tiercel.demo.report.ReportClaim.Relation;
import io.tiercel.demo.report.ReportTable;
import io.tiercel.demo.report.SceneReport.ReportBuilder;
import io.tiercel.demo.report.Spread;
import io.tiercel.demo.report.Trials;
import io.tiercel.demo.slownode.SlowNodeReport.MigrationTrial.Moment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

final class SlowNodeReport {
    private static final String DYRS = "dyrs";
    private static final String IGNEM = "ignem";

    /** Longest time of a migration, as a multiple of what the devices allow. */
    private static final double LIMIT = 1.15;

    private static final String SINCE_HINT = "seconds since the hint";

    private final DemoSettings settings;
    private final List<InterferencePattern> patterns;
    private final Trials<MigrationTrial> trials;

    SlowNodeReport(DemoSettings settings, List<InterferencePattern> patterns, List<MigrationTrial> trials) {
        this.settings = settings;
        this.patterns = patterns;
        this.trials = new Trials<>(trials);
    }

    ReportBuilder report() {
        ReportBuilder report = new ReportBuilder(
                        "slow-node",
                        headline(),
                        text(
                                "%s of cold data on the HDDs (%s/s) of %d nodes, %d replicas, brought into memory while"
                                        + " one or two nodes have a third of their bandwidth; up to %s.",
                                settings.size(),
                                settings.hdd(),
                                settings.nodes(),
                                settings.replication(),
                                settings.roundsText()))
                .settings(settings.shown("all on HDD"))
                .warnings(settings.warnings())
                .setting("slowed down to", "a third")
                .claims(claims())
                .chart(bars(
                        Heading.ofRatios(
                                "How much longer than the devices need",
                                "Time until all data was in memory, divided by the time in which the devices deliver"
                                        + " it if none is ever idle. Bars are medians over the rounds, whiskers go from"
                                        + " the best to the worst; 1× is the limit."),
                        new Axis<>(patterns, pattern -> pattern.title),
                        (pattern, binder) -> of(binder, pattern).spread(MigrationTrial::ratio)))
                .chart(progress())
                .chart(nodes());
        patterns.stream()
                .filter(pattern -> pattern != InterferencePattern.NONE)
                .map(this::estimates)
                .forEach(report::chart);
        return report.table(table()).trials(trials.all()).notes();
    }

    private String headline() {
        double later = 100 * (worst(DYRS) - 1);
        return worst(DYRS) <= LIMIT
                ? text(
                        "With nodes slowed down at will, data comes into memory within %.0f%% of what the devices allow",
                        later)
                : text(
                        "With nodes slowed down, data comes into memory up to %.0f%% later than the devices allow;"
                                + " expected was at most %.0f%%",
                        later, 100 * (LIMIT - 1));
    }

    private List<ReportClaim> claims() {
        List<ReportClaim> claims = new ArrayList<>();
        claims.add(ReportClaim.of(
                "near-ideal",
                "Migration finishes within 15% of what the devices' summed bandwidth allows, for each pattern",
                worst(DYRS),
                Relation.AT_MOST,
                LIMIT,
                text("%+.0f%%", 100 * (worst(DYRS) - 1)),
                "Late binding takes " + each(patterns, pattern -> ratio(DYRS, pattern))
                        + " times as long as the devices need"));
        double gain = patterns.stream()
                .mapToDouble(pattern -> ratio(IGNEM, pattern) / ratio(DYRS, pattern))
                .min()
                .orElseThrow();
        claims.add(ReportClaim.of(
                "faster-than-ignem",
                "Migration takes less time than with Ignem, which chooses a replica at random at once, for each"
                        + " pattern",
                gain,
                Relation.ABOVE,
                1,
                text("%.2f× as fast", gain),
                "Ignem takes " + each(patterns, pattern -> ratio(IGNEM, pattern))
                        + " times as long as the devices need"));
        sameAmount(claims, "half", List.of(InterferencePattern.ONE_10S, InterferencePattern.ONE_20S));
        sameAmount(
                claims,
                "one",
                List.of(InterferencePattern.ALWAYS, InterferencePattern.TWO_10S, InterferencePattern.TWO_20S));
        return claims;
    }

    /**
     * Claims that the medians of patterns with as much interference differ by no more than the rounds of one pattern do; single runs
     * by no more than a migration may take beyond its ideal.
     */
    private void sameAmount(List<ReportClaim> claims, String slowNodes, List<InterferencePattern> group) {
        if (!patterns.containsAll(group)) {
            return;
        }
        String name = "equal-interference-" + slowNodes;
        String claim = text(
                "Runs with equal interference take equal time: %s slow node on average",
                slowNodes.equals("half") ? "half a" : slowNodes);
        List<Spread> times = group.stream()
                .map(pattern -> of(DYRS, pattern).spread(MigrationTrial::seconds))
                .toList();
        Spread medians = Spread.of(times.stream().map(Spread::median).toList());
        double apart = medians.max() - medians.min();
        // One round has no spread to compare with.
        boolean one = settings.rounds() == 1;
        double bound = one
                ? (LIMIT - 1) * medians.median()
                : times.stream()
                        .mapToDouble(time -> time.max() - time.min())
                        .max()
                        .orElseThrow();
        claims.add(ReportClaim.of(
                name,
                claim,
                apart,
                Relation.AT_MOST,
                bound,
                text("%.1f s apart", apart),
                text(
                        one
                                ? "One run each: %s; 15%% of the time in the middle is %.1f s"
                                : "Medians %s; rounds of one pattern are up to %.1f s apart",
                        group.stream()
                                .map(pattern -> text(
                                        "%.1f s (%s)",
                                        of(DYRS, pattern).median(MigrationTrial::seconds), pattern.title))
                                .collect(Collectors.joining(", ")),
                        bound)));
    }

    private static String each(List<InterferencePattern> patterns, Function<InterferencePattern, Double> ratio) {
        return patterns.stream()
                .map(pattern -> text("%.2f (%s)", ratio.apply(pattern), pattern.title))
                .collect(Collectors.joining(", "));
    }

    private double worst(String binder) {
        return patterns.stream()
                .mapToDouble(pattern -> ratio(binder, pattern))
                .max()
                .orElseThrow();
    }

    private double ratio(String binder, InterferencePattern pattern) {
        return of(binder, pattern).median(MigrationTrial::ratio);
    }

    private static <G> Chart bars(Heading heading, Axis<G> groups, BiFunction<G, String, Spread> value) {
        return Chart.bars(heading, groups, new Axis<>(SlowNodeScene.BINDERS, SlowNodeScene::label), value);
    }

    private Chart progress() {
        return new Chart(
                Heading.ofLines(
                        "The last blocks",
                        "Share of the data in memory as time goes by, node 1 slow all the time, first round. At the end"
                                + " the others wait for the blocks left to the slow node (DYRS, figure 10).",
                        "%"),
                SINCE_HINT,
                List.of(),
                SlowNodeScene.BINDERS.stream()
                        .map(binder -> first(binder, InterferencePattern.ALWAYS))
                        .map(trial -> {
                            List<Moment> moments = trial.progress();
                            double all = moments.get(moments.size() - 1).value();
                            return series(SlowNodeScene.label(trial.binder()), moments, value -> 100 * value / all);
                        })
                        .toList());
    }

    private static Chart.Series series(String name, List<Moment> moments, ToDoubleFunction<Double> value) {
        return new Chart.Series(
                name,
                moments.stream()
                        .map(moment -> Chart.Point.at(moment.seconds(), value.applyAsDouble(moment.value())))
                        .toList());
    }

    private Chart nodes() {
        List<String> hosts = List.copyOf(
                new TreeMap<>(first(DYRS, InterferencePattern.ALWAYS).bytesByNode()).keySet());
        return bars(
                Heading.ofBars(
                        "Which node brought in how much",
                        "MiB, node 1 slow all the time, median and range over the rounds (DYRS, figure 8b).",
                        " MiB"),
                new Axis<>(hosts, host -> "node " + (hosts.indexOf(host) + 1)),
                (host, binder) -> of(binder, InterferencePattern.ALWAYS)
                        .spread(trial -> trial.bytesByNode().getOrDefault(host, 0L) / (double) (1 << 20)));
    }

    private Chart estimates(InterferencePattern pattern) {
        List<List<Moment>> nodes =
                List.copyOf(new TreeMap<>(first(DYRS, pattern).estimates()).values());
        double seconds = settings.blockSeconds();
        return new Chart(
                Heading.ofLines(
                        "Estimated time for a block: " + pattern.title,
                        text(
                                "The coordinator's estimates of nodes 1 and 2, first round (DYRS, figure 9). A block"
                                        + " of %s takes %.1f s at full bandwidth, %.1f s on a slow node.",
                                settings.blockSize(), seconds, InterferencePattern.SLOWDOWN * seconds),
                        " s"),
                SINCE_HINT,
                List.of(),
                IntStream.range(0, Math.min(2, nodes.size()))
                        .mapToObj(node -> series("node " + (node + 1), nodes.get(node), value -> value))
                        .toList());
    }

    private ReportTable table() {
        var table = ReportTable.of(
                        "All figures",
                        "Seconds until everything was in memory: median, and range over the runs (DYRS, table II, which"
                                + " gives the run times of sort jobs).",
                        patterns)
                .column("slow", pattern -> pattern.title)
                .column("ideal s", pattern -> text("%.1f", of(DYRS, pattern).median(MigrationTrial::idealSeconds)));
        for (String binder : SlowNodeScene.BINDERS) {
            table.column(SlowNodeScene.label(binder) + " s", pattern -> of(binder, pattern)
                            .spread(MigrationTrial::seconds)
                            .text("%.1f (%.1f-%.1f)", 1))
                    .column("ratio", pattern -> text("%.2f×", ratio(binder, pattern)))
                    .column(
                            "runs",
                            pattern ->
                                    Integer.toString(of(binder, pattern).all().size()));
        }
        return table.build();
    }

    private MigrationTrial first(String binder, InterferencePattern pattern) {
        return of(binder, pattern).all().get(0);
    }

    private Trials<MigrationTrial> of(String binder, InterferencePattern pattern) {
        return trials.where(trial -> trial.binder().equals(binder) && trial.interference() == pattern);
    }

    /**
     * All data brought into memory once, cold.
     *
     * @param seconds from the hint until everything was in memory
     * @param idealSeconds that the devices' summed bandwidth allows
     * @param estimates of each node's time for a block as time went by
     */
    record MigrationTrial(
            int round,
            String binder,
            InterferencePattern interference,
            double seconds,
            double idealSeconds,
            Map<String, Long> bytesByNode,
            List<Moment> progress,
            Map<String, List<Moment>> estimates) {
        MigrationTrial {
            bytesByNode = Map.copyOf(bytesByNode);
            progress = List.copyOf(progress);
            estimates = Map.copyOf(estimates);
        }

        /** How much longer it took than it had to; 1 is as fast as the devices are. */
        double ratio() {
            return seconds / idealSeconds;
        }

        /** A value, and the seconds since the hint. */
        record Moment(double seconds, double value) {}
    }
}
