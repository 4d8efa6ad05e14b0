package io.tiercel.demo.contention;

import static io.tiercel.demo.report.ReportText.percent;
import static io.tiercel.demo.report.ReportText.text;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tiercel.demo.cluster.DemoSettings;
import io.tiercel.demo.contention.DeviceSampler.Sample;
import io.tiercel.demo.report.Chart;
import io.tiercel.demo.report.Chart.Axis;
import io.tiercel.demo.report.Chart.Heading;
import io.tiercel.demo.report.Chart.Point;
import io.tiercel.demo.report.Chart.Series;
import io.tiercel.demo.report.ReportClaim;
import io.tiercel.demo.report.ReportClaim.Relation;
import io.tiercel.demo.report.ReportTable;
import io.tiercel.demo.report.SceneReport.ReportBuilder;
import io.tiercel.demo.report.Spread;
import io.tiercel.demo.report.Trials;
import io.tiercel.demo.run.JobTrial;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

final class ContentionReport {
    private static final String OURS = "tiercel";
    private static final String MATCHING = "trident";

    /** How many times as fast as the matching the plan should be. */
    private static final double GOAL = 1.3;

    private static final double PERCENT = 100;

    private final DemoSettings settings;
    private final Trials<ContentionTrial> trials;

    /**
     * One job.
     *
     * @param job from 1, within its application
     * @param samples of the devices' counters, since the job began and some time beyond
     */
    record ContentionTrial(String policy, int job, List<Sample> samples, @JsonUnwrapped JobTrial run) {}

    ContentionReport(DemoSettings settings, List<ContentionTrial> trials) {
        this.settings = settings;
        this.trials = new Trials<>(trials);
    }

    ReportBuilder report() {
        Spread speedup = speedup(MATCHING);
        ReportBuilder report = new ReportBuilder(
                        "contention",
                        text(
                                "With one plan for all devices %.2f times as fast as with a matching, %.2f times as stock",
                                speedup.median(), speedup(DemoSettings.BASELINE).median()),
                        text(
                                "A search for a word in %s of text on %d HDFS nodes with %s each; one of %d replicas on"
                                        + " an SSD (%s/s), the others on HDDs (%s/s); %s, cold before every job.",
                                settings.size(),
                                settings.nodes(),
                                settings.slotsText(),
                                settings.replication(),
                                settings.ssd(),
                                settings.hdd(),
                                settings.roundsText()))
                .settings(settings())
                .warnings(settings.warnings())
                .claims(claims());
        ContentionScene.POLICIES.forEach(policy -> report.chart(devices(policy)));
        return report.chart(seconds()).table(table()).trials(trials.all()).notes();
    }

    private Map<String, String> settings() {
        Map<String, String> shown = new LinkedHashMap<>(settings.shown("one on SSD (ONE_SSD)"));
        shown.put("SSD, per node", settings.ssd() + "/s");
        return shown;
    }

    private List<ReportClaim> claims() {
        Spread matching = speedup(MATCHING);
        Spread stock = speedup(DemoSettings.BASELINE);
        return List.of(
                ReportClaim.of(
                        "faster-than-trident",
                        "A job is at least 1.3 times as fast under tiercel as under trident",
                        matching.median(),
                        Relation.AT_LEAST,
                        GOAL,
                        text("%.2f×", matching.median()),
                        "Paired by round: " + matching.text("%.2f times as fast (%.2f to %.2f)", 1)),
                ReportClaim.of(
                        "no-slower-than-stock",
                        "A job is no slower under tiercel than under stock",
                        stock.median(),
                        Relation.AT_LEAST,
                        1,
                        text("%.2f×", stock.median()),
                        "Paired by round: " + stock.text("%.2f times as fast (%.2f to %.2f)", 1)),
                ReportClaim.sameResults(Map.of(
                        "grep",
                        trials.stream().map(trial -> trial.run().sha256()).toList())));
    }

    /** Seconds of all jobs of a round under a policy, by ours. */
    private Spread speedup(String policy) {
        List<Double> ratios = new ArrayList<>();
        for (int round = 1; round <= settings.rounds(); round++) {
            ratios.add(seconds(policy, round) / seconds(OURS, round));
        }
        return Spread.of(ratios);
    }

    private double seconds(String policy, int round) {
        return of(policy).stream()
                .filter(trial -> trial.run().round() == round)
                .mapToDouble(trial -> trial.run().seconds())
                .sum();
    }

    private Trials<ContentionTrial> of(String policy) {
        return trials.where(trial -> trial.policy().equals(policy));
    }

    /** How busy the devices were during the last job of the first round. */
    private Chart devices(String policy) {
        ContentionTrial shown = of(policy).where(trial -> trial.run().round() == 1).stream()
                .reduce((one, later) -> later)
                .orElseThrow();
        return new Chart(
                Heading.ofLines(
                        "Devices under " + policy,
                        "How much of their bandwidth all SSDs and all HDDs used, second by second, in the last job of the"
                                + " first round.",
                        "%"),
                "seconds",
                List.of(),
                List.of(
                        use("SSD", shown, Sample::ssdBytes, settings.ssd().bytes()),
                        use("HDD", shown, Sample::hddBytes, settings.hdd().bytes())));
    }

    private Series use(String name, ContentionTrial trial, ToDoubleFunction<Sample> bytes, long bandwidth) {
        List<Point> points = new ArrayList<>();
        List<Sample> samples = trial.samples();
        for (int i = 1;
                i < samples.size() && samples.get(i - 1).seconds() < trial.run().seconds();
                i++) {
            Sample now = samples.get(i);
            Sample before = samples.get(i - 1);
            double rate = (bytes.applyAsDouble(now) - bytes.applyAsDouble(before)) / (now.seconds() - before.seconds());
            // Counters are read one after the other, so a sample may be a little above all.
            points.add(Point.at(now.seconds(), Math.min(PERCENT, PERCENT * rate / (settings.nodes() * bandwidth))));
        }
        return new Series(name, points);
    }

    private Chart seconds() {
        return Chart.bars(
                Heading.ofBars("How long a job takes", "Seconds: medians over the rounds, whiskers the range.", " s"),
                new Axis<>(List.of(1, 2, 3), job -> "job " + job),
                new Axis<>(ContentionScene.POLICIES, policy -> policy),
                (job, policy) -> of(policy).where(trial -> trial.job() == job).spread(trial -> trial.run()
                        .seconds()));
    }

    private ReportTable table() {
        return ReportTable.of(
                        "All figures",
                        "Seconds of one job, median and range. Used: what devices read while jobs ran, as a share of what"
                                + " they could have. From SSD: share of the bytes.",
                        ContentionScene.POLICIES)
                .column("policy", policy -> policy)
                .column("seconds", policy -> of(policy)
                        .spread(trial -> trial.run().seconds())
                        .seconds())
                .column("tiercel is faster by", policy -> speedup(policy).text("%.2f× (%.2f-%.2f)", 1))
                .column(
                        "SSD used",
                        policy -> used(policy, JobTrial.SSD, settings.ssd().bytes()))
                .column(
                        "HDD used",
                        policy -> used(policy, JobTrial.HDD, settings.hdd().bytes()))
                .column("from SSD", policy -> {
                    double ssd = of(policy).stream()
                            .mapToDouble(trial -> trial.run().served(JobTrial.SSD))
                            .sum();
                    double hdd = of(policy).stream()
                            .mapToDouble(trial -> trial.run().served(JobTrial.HDD))
                            .sum();
                    return percent(ssd / (ssd + hdd));
                })
                .build();
    }

    private String used(String policy, String kind, long bandwidth) {
        return percent(of(policy)
                .median(trial -> trial.run().served(kind) / (trial.run().seconds() * settings.nodes() * bandwidth)));
    }
}
