package io.tiercel.demo.placement;

import static io.tiercel.demo.report.ReportText.percent;
import static io.tiercel.demo.report.ReportText.text;

import io.tiercel.assign.CostModel;
import io.tiercel.demo.cluster.DemoSettings;
import io.tiercel.demo.placement.PolicyComparison.PlacementTrial;
import io.tiercel.demo.placement.PolicyComparison.PolicyOutcome;
import io.tiercel.demo.report.Chart;
import io.tiercel.demo.report.Chart.Axis;
import io.tiercel.demo.report.Chart.Heading;
import io.tiercel.demo.report.Chart.Kind;
import io.tiercel.demo.report.ReportClaim;
import io.tiercel.demo.report.ReportClaim.Relation;
import io.tiercel.demo.report.ReportTable;
import io.tiercel.demo.report.SceneReport.ReportBuilder;
import io.tiercel.demo.report.Spread;
import io.tiercel.demo.report.TaskTiers;
import io.tiercel.demo.run.JobTrial;
import io.tiercel.model.Tier;
import io.tiercel.record.ReadPlace;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

final class PlacementReport {
    /** The default of {@code spark.tiercel.policy}. */
    private static final String DEFAULT_POLICY = "tiercel";

    /** Rounds differ by about 5 %. */
    private static final double AS_FAST = 0.95;

    private static final String ALL_JOBS = "all jobs";
    private static final String POSSIBLE = "possible";

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
                .filter(outcome -> outcome.policy().equals(DEFAULT_POLICY))
                .findFirst()
                .orElse(overall.get(overall.size() - 1));
    }

    ReportBuilder report() {
        return new ReportBuilder("placement", headline(), title())
                .settings(settings())
                .warnings(settings.warnings())
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
                .notes(percent(fromMemory()), crossCheck());
    }

    private String headline() {
        String stocks = percent(stock.tiers().bestShare());
        if (hero.equals(stock)) {
            return "Under the stock scheduler " + stocks + " of the tasks read from their fastest tier";
        }
        double factor = hero.speedup().median();
        String speed = factor >= 1.05
                ? text("%.1f× as fast as", factor)
                : factor > 0.95 ? "no faster than" : text("slower (%.2f×) than", factor);
        String headline = "Same jobs, same data, same cluster: " + speed + " under stock Spark";
        return hero.policy().equals(DEFAULT_POLICY)
                ? headline
                : headline + ", with " + percent(hero.tiers().bestShare())
                        + " of the tasks where their data is fastest instead of " + stocks;
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
        CostModel costs = CostModel.trident();
        shown.put(
                "tier scores",
                text(
                        "memory %.0f, SSD %.0f, HDD %.0f; rack %.0f, remote %.0f",
                        costs.score(0, Tier.MEMORY),
                        costs.score(0, Tier.SSD),
                        costs.score(0, Tier.HDD),
                        costs.c1(),
                        costs.c2()));
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
                    "Paired by round: " + speedup.text("%.2f times as fast (%.2f to %.2f)", 1)));
            if (!hero.policy().equals(DEFAULT_POLICY)) {
                claims.add(bestTier());
            } else if (comparison.policies().size() > 2) {
                claims.add(asFastAsTheBest());
            }
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

    /** The plan lets tasks read from slower tiers where faster ones are crowded, so only time counts. */
    private ReportClaim asFastAsTheBest() {
        PolicyOutcome best = comparison.overall().stream()
                .filter(outcome -> !outcome.equals(hero))
                .max(Comparator.comparingDouble(outcome -> outcome.speedup().median()))
                .orElseThrow();
        double ratio = hero.speedup().median() / best.speedup().median();
        return ReportClaim.of(
                "as-fast-as-the-best",
                text("Jobs are at least %.2f times as fast as under the best other policy", AS_FAST),
                ratio,
                Relation.AT_LEAST,
                AS_FAST,
                text("%.2f×", ratio),
                text(
                        "%.2f times as fast as stock against %.2f times under %s",
                        hero.speedup().median(), best.speedup().median(), best.policy()));
    }

    private ReportClaim bestTier() {
        return ReportClaim.of(
                "best-tier",
                "At least as many tasks as under stock read from their best tier",
                hero.tiers().bestShare(),
                Relation.AT_LEAST,
                stock.tiers().bestShare(),
                percent(hero.tiers().bestShare()),
                percent(stock.tiers().bestShare()) + " under stock");
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
                Heading.ofRatios(
                        "How much faster than stock",
                        "Time under stock divided by the policy's time, paired by round. Bars are medians over the"
                                + " rounds, whiskers go from the worst round to the best; 1× is stock."),
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
                        Stream.of(ReadPlace.values())
                                .filter(place -> hero.tiers().possibleShare(place) > 0
                                        || comparison.overall().stream()
                                                .anyMatch(outcome ->
                                                        outcome.tiers().share(place) > 0))
                                .toList(),
                        PlacementReport::title),
                (name, place) -> Spread.of(100
                        * (name.equals(POSSIBLE)
                                ? hero.tiers().possibleShare(place)
                                : outcome(ALL_JOBS, name).tiers().share(place))));
    }

    private static String title(ReadPlace place) {
        return switch (place) {
            case PROCESS -> "process-local";
            case MEMORY -> "memory";
            case SSD -> "SSD";
            case HDD -> "HDD";
            case RACK -> "same rack";
            case REMOTE -> "other rack";
            case UNKNOWN -> "unknown";
        };
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
                .column("vs stock", outcome -> outcome.speedup().text("%.2f× (%.2f-%.2f)", 1))
                .column("task s", outcome -> text("%.1f", outcome.taskSeconds()))
                .column("best tier", outcome -> percent(outcome.tiers().bestShare()))
                .column("memory", outcome -> share(outcome.tiers(), ReadPlace.PROCESS, ReadPlace.MEMORY))
                .column("SSD", outcome -> percent(outcome.tiers().share(ReadPlace.SSD)))
                .column("HDD", outcome -> percent(outcome.tiers().share(ReadPlace.HDD)))
                .column("rack", outcome -> percent(outcome.tiers().share(ReadPlace.RACK)))
                .column("remote", outcome -> share(outcome.tiers(), ReadPlace.REMOTE, ReadPlace.UNKNOWN))
                .column("from SSD", outcome -> percent(outcome.fromSsd()))
                .column(
                        "sched. µs median",
                        outcome -> text("%.0f", outcome.tiers().schedulingMicrosMedian()))
                .column("max", outcome -> text("%.0f", outcome.tiers().schedulingMicrosMax()))
                .build();
    }

    private static String share(TaskTiers tiers, ReadPlace... places) {
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
        Map<String, Long> served =
                TaskTiers.sum(comparison.trials(), trial -> trial.run().servedBytes());
        long all = served.values().stream().mapToLong(Long::longValue).sum();
        return all == 0 ? 0 : (double) served.getOrDefault(JobTrial.PAGE_CACHE, 0L) / all;
    }

    private String crossCheck() {
        return comparison.overall().stream()
                .map(outcome -> outcome.policy() + " " + percent(outcome.tiers().share(ReadPlace.SSD)) + " and "
                        + percent(outcome.fromSsd()))
                .collect(Collectors.joining("; ", "", "."));
    }
}
