package io.tiercel.demo.reuse;

import static io.tiercel.demo.report.ReportText.percent;
import static io.tiercel.demo.report.ReportText.text;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
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
import io.tiercel.demo.reuse.ReuseScene.MemoryFit;
import io.tiercel.demo.run.JobTrial;
import io.tiercel.record.ReadPlace;
import io.tiercel.sim.validation.MeasuredRun;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;

final class ReuseReport {
    /** Least share of the input that the second job reads from memory when the input fits. */
    private static final double NEARLY_ALL = 0.9;

    /** Least share when the input does not fit, as a multiple of stock's. */
    private static final double TIMES_STOCK = 2;

    /** A share below this is none. */
    private static final double SOME = 0.001;

    private static final List<MemoryFit> FITS = Arrays.asList(MemoryFit.values());

    private final DemoSettings settings;
    private final Trials<ReuseTrial> trials;
    private final List<String> ours = ReuseScene.POLICIES.stream()
            .filter(policy -> !policy.equals(ReuseScene.BASELINE))
            .toList();

    ReuseReport(DemoSettings settings, List<ReuseTrial> trials) {
        this.settings = settings;
        this.trials = new Trials<>(trials);
    }

    private record Case(MemoryFit fit, String policy) {}

    ReportBuilder report() {
        Map<String, Long> pageCaches = new LinkedHashMap<>();
        FITS.forEach(fit -> pageCaches.put(fit.id(), fit.budget(settings.size().bytes(), settings.nodes())));
        ReportBuilder report = new ReportBuilder(
                        "re-use",
                        text(
                                "The second of two identical jobs finds %s of its input in memory instead of %s",
                                percent(ours.stream()
                                        .mapToDouble(policy ->
                                                share(MemoryFit.FITS, policy).median())
                                        .max()
                                        .orElseThrow()),
                                percent(share(MemoryFit.FITS, ReuseScene.BASELINE)
                                        .median())),
                        text(
                                "A search for a word in %s of text on %s, cold, and then once more; the nodes' memory"
                                        + " holds twice the input, or half of it; %s.",
                                settings.size(), settings.nodesOnHdd(), settings.roundsText()))
                .settings(settings.shown("all on HDD"))
                .warnings(settings.warnings())
                .claims(claims())
                .chart(bars(
                        Heading.ofBars(
                                "What the second job finds in memory",
                                "Share of the bytes that it reads, as the DataNodes count them (Quartet, figure 1).",
                                "%"),
                        (fit, policy) -> second(fit, policy)
                                .spread(trial -> 100 * trial.run().fromMemory())))
                .chart(bars(
                        Heading.ofRatios(
                                "The second job against the first",
                                "Its time divided by that of the first one, which was cold, paired by round (Quartet,"
                                        + " figure 2)."),
                        (fit, policy) -> second(fit, policy)
                                .spread(trial -> seconds(trial) / seconds(same(first(fit, policy), trial)))))
                .chart(bars(
                        Heading.ofBars(
                                "How long the second job takes",
                                "Seconds: medians over the rounds, whiskers from the fastest round to the slowest.",
                                " s"),
                        (fit, policy) -> second(fit, policy).spread(ReuseReport::seconds)))
                .table(table())
                .trials(trials.all())
                .measured(settings.measured(
                        "re-use",
                        0,
                        pageCaches,
                        trials.stream().map(ReuseTrial::measured).toList()));
        FITS.forEach(fit -> report.setting(
                "page cache per node, " + fit.title, text("%.0f MiB", pageCaches.get(fit.id()) / (double) (1 << 20))));
        return report.notes();
    }

    private List<ReportClaim> claims() {
        List<ReportClaim> claims = new ArrayList<>();
        double stock = share(MemoryFit.TOO_LARGE, ReuseScene.BASELINE).median();
        claims.add(fromMemory(
                "fits-from-memory",
                "The second job reads at least 90% from memory with memory for twice the input",
                MemoryFit.FITS,
                NEARLY_ALL));
        claims.add(fromMemory(
                "too-large-from-memory",
                "The second job reads at least twice stock's share from memory with memory for half the input",
                MemoryFit.TOO_LARGE,
                Math.max(SOME, TIMES_STOCK * stock)));
        for (MemoryFit fit : FITS) {
            double slowest = least(policy -> speedup(fit, policy));
            claims.add(ReportClaim.of(
                    fit.id() + "-faster",
                    "The second job is faster than stock's with " + fit.title,
                    slowest,
                    Relation.ABOVE,
                    1,
                    text("%.2f×", slowest),
                    ours.stream()
                            .map(policy ->
                                    policy + " " + speedup(fit, policy).text("%.2f times as fast (%.2f to %.2f)", 1))
                            .collect(Collectors.joining(", "))));
        }
        claims.add(ReportClaim.sameResults(Map.of(
                "grep", trials.stream().map(trial -> trial.run().sha256()).toList())));
        return claims;
    }

    private ReportClaim fromMemory(String name, String claim, MemoryFit fit, double bound) {
        double least = least(policy -> share(fit, policy));
        return ReportClaim.of(
                name,
                claim,
                least,
                Relation.AT_LEAST,
                bound,
                percent(least),
                "From memory: "
                        + ReuseScene.POLICIES.stream()
                                .map(policy -> policy + " " + share(fit, policy).text("%.0f%% (%.0f%% to %.0f%%)", 100))
                                .collect(Collectors.joining(", ")));
    }

    private double least(Function<String, Spread> value) {
        return ours.stream()
                .mapToDouble(policy -> value.apply(policy).median())
                .min()
                .orElseThrow();
    }

    private Spread speedup(MemoryFit fit, String policy) {
        return second(fit, policy)
                .spread(trial -> seconds(same(second(fit, ReuseScene.BASELINE), trial)) / seconds(trial));
    }

    private static Chart bars(Heading heading, BiFunction<MemoryFit, String, Spread> value) {
        return Chart.bars(
                heading, new Axis<>(FITS, fit -> fit.title), new Axis<>(ReuseScene.POLICIES, policy -> policy), value);
    }

    private ReportTable table() {
        return ReportTable.of(
                        "All figures",
                        "Seconds: median, and range over the rounds. The DataNodes count bytes from memory, the"
                                + " scheduler tasks at memory.",
                        FITS.stream()
                                .flatMap(fit -> ReuseScene.POLICIES.stream().map(policy -> new Case(fit, policy)))
                                .toList())
                .column("memory", row -> row.fit().title)
                .column("policy", Case::policy)
                .column("first s", row -> first(row.fit(), row.policy())
                        .spread(ReuseReport::seconds)
                        .seconds())
                .column("second s", row -> second(row.fit(), row.policy())
                        .spread(ReuseReport::seconds)
                        .seconds())
                .column(
                        "vs stock",
                        row -> text("%.2f×", speedup(row.fit(), row.policy()).median()))
                .column(
                        "from memory",
                        row -> percent(share(row.fit(), row.policy()).median()))
                .column(
                        "tasks at memory",
                        // Stock asks no coordinator, so its scheduler does not know what is in memory.
                        row -> row.policy().equals(ReuseScene.BASELINE)
                                ? "-"
                                : percent(second(row.fit(), row.policy())
                                        .median(trial -> trial.run().tiers().share(ReadPlace.MEMORY))))
                .build();
    }

    private Spread share(MemoryFit fit, String policy) {
        return second(fit, policy).spread(trial -> trial.run().fromMemory());
    }

    private static double seconds(ReuseTrial trial) {
        return trial.run().seconds();
    }

    private Trials<ReuseTrial> first(MemoryFit fit, String policy) {
        return of(fit, policy).where(trial -> !trial.second());
    }

    private Trials<ReuseTrial> second(MemoryFit fit, String policy) {
        return of(fit, policy).where(ReuseTrial::second);
    }

    private Trials<ReuseTrial> of(MemoryFit fit, String policy) {
        return trials.where(trial -> trial.policy().equals(policy) && trial.fit() == fit);
    }

    private static ReuseTrial same(Trials<ReuseTrial> some, ReuseTrial trial) {
        return some.where(each -> each.run().round() == trial.run().round())
                .all()
                .get(0);
    }

    /** One of two identical jobs, run once: the second just after the first, which was cold. */
    record ReuseTrial(String policy, MemoryFit fit, boolean second, @JsonUnwrapped JobTrial run) {
        MeasuredRun measured() {
            return run.measured(policy, fit.id() + (second ? ", second" : ", first"), 0, run.servedInAll());
        }
    }
}
