package io.tiercel.demo.hadoop;

import static io.tiercel.demo.report.ReportText.percent;
import static io.tiercel.demo.report.ReportText.text;

import io.tiercel.demo.cluster.DemoSettings;
import io.tiercel.demo.data.SizeClass;
import io.tiercel.demo.report.Chart;
import io.tiercel.demo.report.Chart.Axis;
import io.tiercel.demo.report.Chart.Heading;
import io.tiercel.demo.report.ReportClaim;
import io.tiercel.demo.report.ReportClaim.Relation;
import io.tiercel.demo.report.ReportTable;
import io.tiercel.demo.report.SceneReport.ReportBuilder;
import io.tiercel.demo.report.Spread;
import io.tiercel.demo.report.Trials;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Compares treatments by size class. Times are compared within a round. */
final class HadoopReport {
    /** Least share of maps on a node with their input: the paper's "almost 100%". */
    private static final double NEARLY_ALL = 0.95;

    /** Least share of maps on the node with the SSD: the paper's share on the fastest tier (Trident, section 7.2). */
    private static final double BEST_TIER = 0.83;

    private final DemoSettings settings;
    private final JobReplay replay;
    private final List<HadoopTreatment> treatments;
    private final Trials<ReplayTrial> trials;
    private final QueryReport queries;
    private final List<SizeClass> classes;

    HadoopReport(
            DemoSettings settings,
            JobReplay replay,
            List<HadoopTreatment> treatments,
            List<ReplayTrial> trials,
            List<QueryTrial> queries) {
        this.settings = settings;
        this.replay = replay;
        this.treatments = treatments.stream().sorted().toList();
        this.trials = new Trials<>(trials);
        this.queries = new QueryReport(queries);
        this.classes = Arrays.stream(SizeClass.values())
                .filter(each -> replay.jobs().stream().anyMatch(job -> job.sizeClass() == each))
                .toList();
    }

    ReportBuilder report() {
        HadoopTreatment hero = hero();
        return new ReportBuilder(
                        "hadoop",
                        text(
                                "%s of the maps ran on the node with their input on SSD under %s, %s under stock Hadoop",
                                percent(share(hero, ReplayTrial::onSsd)),
                                hero.id(),
                                percent(share(HadoopTreatment.STOCK, ReplayTrial::onSsd))),
                        text(
                                "%d MapReduce jobs with %d maps (%s), of %s, on YARN; %d nodes with %s, an SSD (%s/s) and an"
                                        + " HDD (%s/s) each; %s.",
                                replay.jobs().size(),
                                replay.maps(),
                                replay.source(),
                                sizes(),
                                settings.nodes(),
                                settings.slots() == 1 ? "room for 1 map" : "room for " + settings.slots() + " maps",
                                settings.ssd(),
                                settings.hdd(),
                                settings.roundsText()))
                .settings(settings.shown("one on SSD"))
                .setting("SSD, per node", settings.ssd() + "/s")
                .setting("jobs", replay.source())
                .setting("the query's wait in its queue", text("%.1f s", HiveQueries.lead(settings)))
                .warnings(settings.warnings())
                .warnings(uncounted())
                .claims(claims())
                .chart(bars(
                        Heading.ofBars(
                                "Maps on the SSD's node",
                                "The share of each class that ran on the node with their input on SSD. Each block has one replica on SSD.",
                                "%"),
                        (each, treatment) ->
                                perRound(of(treatment, each), round -> 100 * share(round, ReplayTrial::onSsd))))
                .chart(bars(
                        Heading.ofRatios(
                                "Completion against stock",
                                "Stock's time from submission to end, divided by the treatment's, by class."),
                        (each, treatment) -> against(treatment, each, ReplayTrial::seconds)))
                .chart(bars(
                        Heading.ofBars(
                                "Cluster efficiency",
                                "By how much the times of all tasks, added up, are less than stock's (Trident, section 7.1).",
                                "%"),
                        (each, treatment) -> efficiency(treatment, each)))
                .table(byTreatment())
                .table(byClass())
                .table(queries.table())
                .trials(trials.all())
                .notes();
    }

    private String sizes() {
        return classes.size() == SizeClass.values().length
                ? "Trident's six size classes"
                : "Trident's size " + named(classes);
    }

    /** Such as {@code classes C, F}. */
    private static String named(List<SizeClass> some) {
        return some.stream()
                .map(Enum::name)
                .collect(Collectors.joining(", ", some.size() == 1 ? "class " : "classes ", ""));
    }

    /** One warning for each treatment under Tiercel's master that has jobs without its counters. */
    private List<String> uncounted() {
        return treatments.stream()
                .filter(each -> !each.isStock())
                .map(each -> of(each).where(trial -> !trial.counted().known()))
                .filter(some -> !some.all().isEmpty())
                .map(some -> text(
                        "Under %s Tiercel has counted no map of %s: its master was not in force, or a busy machine left its"
                                + " rounds to Hadoop.",
                        some.all().get(0).treatment().id(),
                        some.stream()
                                .map(trial -> "job " + trial.job() + " in round " + trial.round())
                                .collect(Collectors.joining(", "))))
                .toList();
    }

    /** The default policy of MapReduce, if it is played. */
    private HadoopTreatment hero() {
        return Stream.of(HadoopTreatment.TRIDENT, HadoopTreatment.TIERCEL)
                .filter(treatments::contains)
                .findFirst()
                .orElse(treatments.get(treatments.size() - 1));
    }

    private Chart bars(Heading heading, BiFunction<SizeClass, HadoopTreatment, Spread> value) {
        return Chart.bars(heading, new Axis<>(classes, Enum::name), new Axis<>(treatments, HadoopTreatment::id), value);
    }

    private List<ReportClaim> claims() {
        List<ReportClaim> claims = new ArrayList<>();
        for (HadoopTreatment treatment : treatments) {
            if (treatment.prefersContainers() && !treatment.prefetches) {
                claims.add(shareClaim(
                        treatment, "data-local", "run on a node with their input", NEARLY_ALL, ReplayTrial::dataLocal));
                claims.add(shareClaim(
                        treatment,
                        "best-tier",
                        "run on the node with their input on SSD",
                        BEST_TIER,
                        ReplayTrial::onSsd));
                claims.add(completionClaim(treatment, "every class", classes, Relation.AT_LEAST));
                claims.add(efficiencyClaim(treatment, "every class", classes, Relation.AT_LEAST));
                List<SizeClass> large = large();
                if (!large.isEmpty()) {
                    claims.add(completionClaim(treatment, named(large), large, Relation.ABOVE));
                    claims.add(efficiencyClaim(treatment, named(large), large, Relation.ABOVE));
                }
            }
        }
        claims.addAll(queries.claims());
        Map<String, List<String>> results = new TreeMap<>();
        results.put("query", queries.results());
        trials.stream().forEach(trial -> results.computeIfAbsent(trial.job(), job -> new ArrayList<>())
                .add(trial.sha256()));
        claims.add(ReportClaim.sameResults(results));
        return claims;
    }

    private ReportClaim shareClaim(
            HadoopTreatment treatment, String name, String what, double bound, ToIntFunction<ReplayTrial> count) {
        double least = classes.stream()
                .mapToDouble(each -> share(of(treatment, each), count))
                .min()
                .orElseThrow();
        return ReportClaim.of(
                treatment.id() + "-" + name,
                text("Under %s at least %s of the maps of every class %s", treatment.id(), percent(bound), what),
                least,
                Relation.AT_LEAST,
                bound,
                percent(least),
                shares(treatment, count) + "; stock: " + shares(HadoopTreatment.STOCK, count));
    }

    private String shares(HadoopTreatment treatment, ToIntFunction<ReplayTrial> count) {
        return classes.stream()
                .map(each -> each + " " + percent(share(of(treatment, each), count)))
                .collect(Collectors.joining(", "));
    }

    /** The classes in which the paper gains most. */
    private List<SizeClass> large() {
        return classes.stream().filter(each -> !each.small()).toList();
    }

    private ReportClaim completionClaim(HadoopTreatment treatment, String of, List<SizeClass> some, Relation relation) {
        double least = some.stream()
                .mapToDouble(
                        each -> against(treatment, each, ReplayTrial::seconds).median())
                .min()
                .orElseThrow();
        return ReportClaim.of(
                treatment.id() + "-completion-" + relation.name().toLowerCase(Locale.ROOT),
                "Under " + treatment.id() + " the jobs of " + of
                        + (relation == Relation.ABOVE ? " end faster than" : " end at least as fast as")
                        + " under stock",
                least,
                relation,
                1,
                text("%.2f×", least),
                some.stream()
                                .map(each -> each + " "
                                        + against(treatment, each, ReplayTrial::seconds)
                                                .text("%.2f (%.2f to %.2f)", 1))
                                .collect(Collectors.joining(", "))
                        + " times as fast");
    }

    private ReportClaim efficiencyClaim(HadoopTreatment treatment, String of, List<SizeClass> some, Relation relation) {
        double least = some.stream()
                .mapToDouble(each -> efficiency(treatment, each).median())
                .min()
                .orElseThrow();
        return ReportClaim.of(
                treatment.id() + "-efficiency-" + relation.name().toLowerCase(Locale.ROOT),
                "Under " + treatment.id() + " the tasks of " + of
                        + (relation == Relation.ABOVE ? " take less" : " take no more")
                        + " time in all than under stock",
                least,
                relation,
                0,
                text("%.0f%%", least),
                some.stream()
                                .map(each ->
                                        each + " " + efficiency(treatment, each).text("%.0f%% (%.0f%% to %.0f%%)", 1))
                                .collect(Collectors.joining(", "))
                        + " less");
    }

    private ReportTable byTreatment() {
        return ReportTable.of(
                        "All jobs",
                        "Means over the jobs. Nodes by Hadoop's history and by where replicas lie; from memory by Tiercel's"
                                + " counters, in jobs that have them. Hadoop's own master has none. In a replay without prefetching"
                                + " nothing is in memory.",
                        treatments)
                .column("treatment", HadoopTreatment::id)
                .column("seconds", each -> perRound(of(each), round -> mean(round, ReplayTrial::seconds))
                        .seconds())
                .column(
                        "vs stock",
                        each -> text(
                                "%.2f×", against(each, ReplayTrial::seconds).median()))
                .column("map s", each -> perRound(of(each), HadoopReport::secondsOfMap)
                        .seconds())
                .column("data-local", each -> percent(share(each, ReplayTrial::dataLocal)))
                .column("on SSD's node", each -> percent(share(each, ReplayTrial::onSsd)))
                .column(
                        "from memory",
                        each -> fromMemory(
                                of(each).where(trial -> trial.counted().known())))
                .column("task time saved", each -> efficiency(of(each), of(HadoopTreatment.STOCK))
                        .text("%.0f%% (%.0f%% to %.0f%%)", 1))
                .build();
    }

    private static String fromMemory(Trials<ReplayTrial> counted) {
        return counted.all().isEmpty()
                ? "-"
                : percent(share(counted, trial -> (int) trial.counted().memory()));
    }

    private ReportTable byClass() {
        record Row(SizeClass sizeClass, HadoopTreatment treatment) {}
        return ReportTable.of(
                        "By class",
                        "Means over the jobs of a class. Seconds: median, and range over the rounds.",
                        classes.stream()
                                .flatMap(each -> treatments.stream().map(treatment -> new Row(each, treatment)))
                                .toList())
                .column("class", row -> row.sizeClass().name())
                .column("treatment", row -> row.treatment().id())
                .column(
                        "maps",
                        row -> text("%.0f", of(row.treatment(), row.sizeClass()).median(ReplayTrial::maps)))
                .column("seconds", row -> perRound(
                                of(row.treatment(), row.sizeClass()), round -> mean(round, ReplayTrial::seconds))
                        .seconds())
                .column(
                        "vs stock",
                        row -> text(
                                "%.2f×",
                                against(row.treatment(), row.sizeClass(), ReplayTrial::seconds)
                                        .median()))
                .column(
                        "data-local",
                        row -> percent(share(of(row.treatment(), row.sizeClass()), ReplayTrial::dataLocal)))
                .column(
                        "on SSD's node",
                        row -> percent(share(of(row.treatment(), row.sizeClass()), ReplayTrial::onSsd)))
                .column("task time saved", row -> efficiency(row.treatment(), row.sizeClass())
                        .text("%.0f%% (%.0f%% to %.0f%%)", 1))
                .build();
    }

    private Trials<ReplayTrial> of(HadoopTreatment treatment) {
        return trials.where(trial -> trial.treatment() == treatment);
    }

    private Trials<ReplayTrial> of(HadoopTreatment treatment, SizeClass sizeClass) {
        return of(treatment).where(trial -> trial.sizeClass() == sizeClass);
    }

    private double share(HadoopTreatment treatment, ToIntFunction<ReplayTrial> count) {
        return share(of(treatment), count);
    }

    private static double share(Trials<ReplayTrial> some, ToIntFunction<ReplayTrial> count) {
        return (double) some.stream().mapToInt(count).sum()
                / some.stream().mapToInt(ReplayTrial::maps).sum();
    }

    private static double mean(Trials<ReplayTrial> some, ToDoubleFunction<ReplayTrial> value) {
        return some.stream().mapToDouble(value).average().orElseThrow();
    }

    /** Mean over all maps. */
    static double secondsOfMap(Trials<ReplayTrial> some) {
        return some.stream().mapToDouble(ReplayTrial::mapSeconds).sum()
                / some.stream().mapToInt(ReplayTrial::maps).sum();
    }

    private Spread perRound(Trials<ReplayTrial> some, ToDoubleFunction<Trials<ReplayTrial>> value) {
        return Spread.of(some.stream()
                .map(ReplayTrial::round)
                .distinct()
                .map(round -> value.applyAsDouble(some.where(trial -> trial.round() == round)))
                .toList());
    }

    /** Stock's value divided by the treatment's, round by round. */
    private Spread against(HadoopTreatment treatment, SizeClass sizeClass, ToDoubleFunction<ReplayTrial> value) {
        return ratios(of(HadoopTreatment.STOCK, sizeClass), of(treatment, sizeClass), value);
    }

    private Spread against(HadoopTreatment treatment, ToDoubleFunction<ReplayTrial> value) {
        return ratios(of(HadoopTreatment.STOCK), of(treatment), value);
    }

    private Spread ratios(Trials<ReplayTrial> stock, Trials<ReplayTrial> ours, ToDoubleFunction<ReplayTrial> value) {
        return perRound(
                ours,
                round -> mean(
                                stock.where(trial ->
                                        trial.round() == round.all().get(0).round()),
                                value)
                        / mean(round, value));
    }

    private Spread efficiency(HadoopTreatment treatment, SizeClass sizeClass) {
        return efficiency(of(treatment, sizeClass), of(HadoopTreatment.STOCK, sizeClass));
    }

    /** Percent by which all tasks in sum take less time than stock's. */
    private Spread efficiency(Trials<ReplayTrial> ours, Trials<ReplayTrial> stock) {
        Spread ratio = ratios(stock, ours, ReplayTrial::taskSeconds);
        return Spread.of(List.of(saved(ratio.min()), saved(ratio.median()), saved(ratio.max())));
    }

    private static double saved(double ratio) {
        return 100 * (1 - 1 / ratio);
    }
}
