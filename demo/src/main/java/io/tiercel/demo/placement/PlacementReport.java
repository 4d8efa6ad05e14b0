package io.tiercel.demo.placement;

import static io.tiercel.demo.report.ReportText.percent;
import static io.tiercel.demo.report.ReportText.text;

import io.tiercel.demo.cluster.DemoSettings;
import io.tiercel.demo.report.Chart;
import io.tiercel.demo.report.Chart.Axis;
import io.tiercel.demo.report.Chart.Heading;
import io.tiercel.demo.report.Chart.Kind;
import io.tiercel.demo.report.ReportBuilder;
import io.tiercel.demo.report.ReportClaim;
import io.tiercel.demo.report.ReportClaim.Relation;
import io.tiercel.demo.report.ReportTable;
import io.tiercel.demo.report.Spread;
import io.tiercel.demo.report.TaskTiers;
import io.tiercel.demo.run.JobTrial;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The report of <em>placement</em>. */
final class PlacementReport {
    private static final String ALL_JOBS = "all jobs";
    private static final String POSSIBLE = "possible";

    /** By the name of the place where a task reads. */
    private static final Map<String, String> PLACES = new LinkedHashMap<>();

    static {
        PLACES.put("PROCESS", "process-local");
        PLACES.put("MEMORY", "memory");
        PLACES.put("SSD", "SSD");
        PLACES.put("HDD", "HDD");
        PLACES.put("RACK", "same rack");
        PLACES.put("REMOTE", "other rack");
        PLACES.put("UNKNOWN", "unknown");
    }

    private final DemoSettings settings;
    private final double scale;
    private final PolicyComparison comparison;
    private final PolicyOutcome stock;
    /** The policy that the headline is about. */
    private final PolicyOutcome hero;

    /** @param scale TPC-H's scale factor */
    PlacementReport(DemoSettings settings, double scale, List<PlacementTrial> trials) {
        this.settings = settings;
        this.scale = scale;
        this.comparison = new PolicyComparison(trials);
        List<PolicyOutcome> overall = comparison.overall();
        this.stock = overall.get(0);
        this.hero = overall.stream()
                .filter(outcome -> outcome.policy().equals("trident"))
                .findFirst()
                .orElse(overall.get(overall.size() - 1));
    }

    ReportBuilder report() {
        return new ReportBuilder("placement", headline(), title())
                .settings(settings())
                .claims(claims())
                .chart(speedups())
                .chart(tiers())
                .chart(scheduling())
                .table(figures())
                .table(jobs())
                .trials(comparison.trials())
                .measured(settings.measured(
                        "placement",
                        settings.ssd().bytes(),
                        Map.of(),
                        comparison.trials().stream()
                                .map(trial -> trial.run()
                                        .measured(
                                                trial.policy(),
                                                trial.job(),
                                                0,
                                                trial.run().servedInAll()))
                                .toList()))
                .note("The devices are emulated: each volume of each DataNode serves bytes at its bandwidth, and"
                        + " bytes in the page cache at memory's speed. By default they run at a thirtieth of a"
                        + " SATA SSD (480 MiB/s) and of a 7,200 rpm disk (120 MiB/s), because all nodes share one"
                        + " machine's processors. Seeks are not emulated.")
                .note(
                        "Cold means that before every job all block files leave the page cache, which each DataNode"
                                + " verifies. %s of the bytes served came from memory.",
                        percent(fromMemory()))
                .note("Seconds are those of the job inside the driver, planning included. Starting the application and"
                        + " warming up its JVMs on a little other data come before, and are not counted.")
                .note("All policies run with the same jar. Under stock it only counts: Spark's own code decides.")
                .note("The scheduler reports tasks by tier; the DataNodes count the bytes that they serve. Tasks on"
                        + " SSD, and bytes from SSD: " + crossCheck())
                .note("Every result is compared with stock's, row by row and digit by digit (SHA-256 of the sorted"
                        + " rows).")
                .note("These policies price a read by its tier alone: the paper's model leaves out that tasks on one"
                        + " device share its bandwidth. With several slots per node, or with devices of nearly the"
                        + " same speed, reading from the fastest tier can be the slower choice (docs/tune.md).");
    }

    private String headline() {
        String stocks = percent(stock.tiers().bestShare());
        if (hero.equals(stock)) {
            return "Under the stock scheduler " + stocks + " of the tasks read from their fastest tier";
        }
        double factor = hero.speedup().median();
        String speed = factor >= 1.05
                ? text("%.1f× as fast", factor)
                : factor > 0.95 ? "no faster" : text("slower, %.2f× the speed", factor);
        return "Same jobs, same data, same cluster: " + speed + ", with "
                + percent(hero.tiers().bestShare()) + " of the tasks where their data is fastest instead of " + stocks;
    }

    private String title() {
        return text(
                "%d Spark jobs over %s of TPC-H data on %d HDFS nodes with %s each; one of %d replicas of each block on"
                        + " an SSD (%s/s), the others on HDDs (%s/s); %s, cold before every job.",
                settings.jobs().size(),
                settings.size(),
                settings.nodes(),
                settings.slotsText(),
                settings.replication(),
                settings.ssd(),
                settings.hdd(),
                settings.roundsText());
    }

    private Map<String, String> settings() {
        Map<String, String> shown = new LinkedHashMap<>(settings.shown("one on SSD (ONE_SSD)"));
        shown.put("data", settings.size() + text(" (scale factor %.3f), text and Parquet", scale));
        shown.put("SSD, per node", settings.ssd() + "/s");
        shown.put("tier scores", "memory 1, SSD 8, HDD 20; rack 40, remote 100");
        settings.jobs().forEach(job -> shown.put("job " + job.id(), job.title()));
        return shown;
    }

    private List<ReportClaim> claims() {
        List<ReportClaim> claims = new ArrayList<>();
        if (!hero.equals(stock)) {
            Spread speedup = hero.speedup();
            claims.add(ReportClaim.of(
                    "faster-than-stock",
                    "Jobs are faster under " + hero.policy() + " than under stock",
                    speedup.median(),
                    Relation.ABOVE,
                    1,
                    text("%.2f×", speedup.median()),
                    "Paired by round: " + speedup.text("median %.2f times as fast, from %.2f to %.2f", 1)));
            claims.add(ReportClaim.of(
                    "best-tier",
                    "At least as many tasks as under stock read from their best tier",
                    hero.tiers().bestShare(),
                    Relation.AT_LEAST,
                    stock.tiers().bestShare(),
                    percent(hero.tiers().bestShare()),
                    percent(stock.tiers().bestShare()) + " under stock"));
        }
        List<String> differences = comparison.differences();
        claims.add(ReportClaim.of(
                ReportClaim.SAME_RESULTS,
                "All runs of a job return the same result",
                differences.size(),
                Relation.AT_MOST,
                0,
                differences.isEmpty() ? "identical" : "DIFFERENT",
                differences.isEmpty()
                        ? comparison.trials().size() + " runs, compared row by row"
                        : String.join("; ", differences)));
        return claims;
    }

    private List<String> jobNames() {
        return Stream.concat(Stream.of(ALL_JOBS), comparison.jobs().stream()).toList();
    }

    private PolicyOutcome outcome(String job, String policy) {
        List<PolicyOutcome> outcomes = job.equals(ALL_JOBS) ? comparison.overall() : comparison.byPolicy(job);
        return outcomes.stream()
                .filter(outcome -> outcome.policy().equals(policy))
                .findFirst()
                .orElseThrow();
    }

    private Chart speedups() {
        return Chart.bars(
                new Heading(
                        "How much faster than stock",
                        "Time under stock divided by the policy's time, paired by round. Bars are medians over the"
                                + " rounds, whiskers go from the worst round to the best; 1× is stock.",
                        "×",
                        Kind.BARS,
                        1.0),
                new Axis<>(jobNames(), job -> job),
                new Axis<>(
                        comparison.policies().stream()
                                .filter(policy -> !policy.equals(DemoSettings.BASELINE))
                                .toList(),
                        policy -> policy),
                (job, policy) -> outcome(job, policy).speedup());
    }

    private Chart tiers() {
        return Chart.bars(
                new Heading(
                        "Where the tasks read",
                        "Share of the input tasks by the tier that they read from. The first bar shows what was"
                                + " possible: the fastest tier on a node where the job had a slot.",
                        "%",
                        Kind.STACKED,
                        null),
                new Axis<>(
                        Stream.concat(Stream.of(POSSIBLE), comparison.policies().stream())
                                .toList(),
                        name -> name),
                new Axis<>(
                        PLACES.keySet().stream()
                                .filter(place -> hero.tiers().possibleShare(place) > 0
                                        || comparison.overall().stream()
                                                .anyMatch(outcome ->
                                                        outcome.tiers().share(place) > 0))
                                .toList(),
                        place -> PLACES.getOrDefault(place, place)),
                (name, place) -> Spread.of(100
                        * (name.equals(POSSIBLE)
                                ? hero.tiers().possibleShare(place)
                                : outcome(ALL_JOBS, name).tiers().share(place))));
    }

    private Chart scheduling() {
        return Chart.bars(
                new Heading(
                        "What deciding costs",
                        "Time of one scheduling round on the driver, in microseconds, on a logarithmic scale: the"
                                + " median, and the longest of the whole demo.",
                        " µs",
                        Kind.LOGARITHMIC,
                        null),
                new Axis<>(comparison.overall(), PolicyOutcome::policy),
                new Axis<>(List.of("median", "longest"), name -> name),
                (outcome, name) -> Spread.of(
                        name.equals("median")
                                ? outcome.tiers().schedulingMicrosMedian()
                                : outcome.tiers().schedulingMicrosMax()));
    }

    private ReportTable figures() {
        return ReportTable.of(
                        "All figures",
                        "Seconds are those of one round, all jobs added up, median over the rounds. Task seconds: the"
                                + " run times of all tasks. From SSD: share of the bytes that the DataNodes served, by"
                                + " their own counters.",
                        comparison.overall())
                .column("policy", PolicyOutcome::policy)
                .column("seconds", outcome -> text("%.1f", outcome.seconds().median()))
                .column("vs stock", outcome -> text("%.2f×", outcome.speedup().median()))
                .column(
                        "(min-max)",
                        outcome -> text(
                                "(%.2f-%.2f)",
                                outcome.speedup().min(), outcome.speedup().max()))
                .column("task s", outcome -> text("%.1f", outcome.taskSeconds()))
                .column("best tier", outcome -> percent(outcome.tiers().bestShare()))
                .column("memory", outcome -> share(outcome.tiers(), "PROCESS", "MEMORY"))
                .column("SSD", outcome -> share(outcome.tiers(), "SSD"))
                .column("HDD", outcome -> share(outcome.tiers(), "HDD"))
                .column("rack", outcome -> share(outcome.tiers(), "RACK"))
                .column("remote", outcome -> share(outcome.tiers(), "REMOTE", "UNKNOWN"))
                .column("from SSD", outcome -> percent(outcome.fromSsd()))
                .column(
                        "sched. µs median",
                        outcome -> text("%.0f", outcome.tiers().schedulingMicrosMedian()))
                .column("max", outcome -> text("%.0f", outcome.tiers().schedulingMicrosMax()))
                .build();
    }

    private static String share(TaskTiers tiers, String... places) {
        return percent(Stream.of(places).mapToDouble(tiers::share).sum());
    }

    private ReportTable jobs() {
        var table = ReportTable.of("Job by job", "Median seconds, and the factor against stock.", jobNames())
                .column("job", job -> job);
        for (String policy : comparison.policies()) {
            table.column(
                    policy,
                    job -> policy.equals(DemoSettings.BASELINE)
                            ? text("%.1f", outcome(job, policy).seconds().median())
                            : text(
                                    "%.1f (%.2f×)",
                                    outcome(job, policy).seconds().median(),
                                    outcome(job, policy).speedup().median()));
        }
        return table.build();
    }

    private double fromMemory() {
        List<PlacementTrial> trials = comparison.trials();
        long memory = trials.stream()
                .mapToLong(trial -> trial.run().served(JobTrial.PAGE_CACHE))
                .sum();
        long all = trials.stream().mapToLong(trial -> trial.run().servedInAll()).sum();
        return all == 0 ? 0 : (double) memory / all;
    }

    private String crossCheck() {
        return comparison.overall().stream()
                .map(outcome -> outcome.policy() + " " + percent(outcome.tiers().share("SSD")) + " and "
                        + percent(outcome.fromSsd()))
                .collect(Collectors.joining("; ", "", "."));
    }
}
