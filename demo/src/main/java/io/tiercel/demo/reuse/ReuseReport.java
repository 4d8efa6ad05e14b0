package io.tiercel.demo.reuse;

import io.tiercel.demo.cluster.DemoSettings;
import io.tiercel.demo.report.Chart;
import io.tiercel.demo.report.ReportClaim;
import io.tiercel.demo.report.ReportTable;
import io.tiercel.demo.report.Spread;
import io.tiercel.demo.run.Draft;
import io.tiercel.demo.run.HddScene;
import io.tiercel.demo.run.SceneFindings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What the trials of <em>re-use</em> say. */
final class ReuseReport implements SceneFindings {
    /** Of its bytes, what the second job reads from memory when they fit. */
    private static final double NEARLY_ALL = 0.9;
    /** Times stock's share when they do not. */
    private static final double TIMES_STOCK = 2;

    private static final List<String> OURS = ReuseScene.POLICIES.stream()
            .filter(policy -> !policy.equals(ReuseScene.BASELINE))
            .toList();

    private final DemoSettings settings;
    private final List<ReuseTrial> trials;

    ReuseReport(DemoSettings settings, List<ReuseTrial> trials) {
        this.settings = settings;
        this.trials = trials;
    }

    @Override
    public ReportClaim sameResults() {
        return ReportClaim.ofSameResults(trials.stream().map(ReuseTrial::sha256).toList());
    }

    @Override
    public Draft draft() {
        return new Draft(
                "re-use",
                text(
                        "The second of two identical jobs finds %.0f%% of its input in memory instead of %.0f%%",
                        100 * best(MemoryFit.FITS),
                        100 * share(ReuseScene.BASELINE, MemoryFit.FITS).median()),
                title(),
                settingsShown(),
                verdicts(),
                List.of(shares(), normalized(), seconds()),
                List.of(figures()),
                trials,
                notes());
    }

    private String title() {
        return text(
                "A search for a word in %s of text on %s, cold, and then once more; the nodes' memory holds twice the"
                        + " input, or half of it; %d rounds.",
                settings.size(), HddScene.nodes(settings), settings.rounds());
    }

    private double best(MemoryFit fit) {
        return OURS.stream()
                .mapToDouble(policy -> share(policy, fit).median())
                .max()
                .orElseThrow();
    }

    private double least(MemoryFit fit) {
        return OURS.stream()
                .mapToDouble(policy -> share(policy, fit).median())
                .min()
                .orElseThrow();
    }

    private List<ReportClaim> verdicts() {
        List<ReportClaim> verdicts = new ArrayList<>();
        double stock = share(ReuseScene.BASELINE, MemoryFit.TOO_LARGE).median();
        verdicts.add(new ReportClaim(
                "The second job reads at least 90% from memory when the input fits",
                text("%.0f%%", 100 * least(MemoryFit.FITS)),
                "From memory: " + sharesOf(MemoryFit.FITS),
                least(MemoryFit.FITS) >= NEARLY_ALL));
        verdicts.add(new ReportClaim(
                "It reads at least twice stock's share from memory when the input does not fit",
                text("%.0f%%", 100 * least(MemoryFit.TOO_LARGE)),
                "From memory: " + sharesOf(MemoryFit.TOO_LARGE),
                least(MemoryFit.TOO_LARGE) > 0 && least(MemoryFit.TOO_LARGE) >= TIMES_STOCK * stock));
        for (MemoryFit fit : MemoryFit.values()) {
            List<Spread> speedups =
                    OURS.stream().map(policy -> speedup(policy, fit)).toList();
            double slowest = speedups.stream().mapToDouble(Spread::median).min().orElseThrow();
            verdicts.add(new ReportClaim(
                    "It is faster than stock's second job: " + fit.title(),
                    text("%.2f×", slowest),
                    String.join(
                            ", ",
                            OURS.stream()
                                    .map(policy -> text(
                                            "%s %.2f times as fast (%.2f to %.2f)",
                                            policy,
                                            speedup(policy, fit).median(),
                                            speedup(policy, fit).min(),
                                            speedup(policy, fit).max()))
                                    .toList()),
                    slowest > 1));
        }
        verdicts.add(sameResults());
        return verdicts;
    }

    private String sharesOf(MemoryFit fit) {
        return String.join(
                ", ",
                ReuseScene.POLICIES.stream()
                        .map(policy -> text(
                                "%s %.0f%% (%.0f%% to %.0f%%)",
                                policy,
                                100 * share(policy, fit).median(),
                                100 * share(policy, fit).min(),
                                100 * share(policy, fit).max()))
                        .toList());
    }

    /** Of second jobs, paired by round. */
    private Spread speedup(String policy, MemoryFit fit) {
        return Spread.of(of(policy, fit, true)
                .map(trial ->
                        same(ReuseScene.BASELINE, fit, true, trial.round()).seconds() / trial.seconds())
                .toList());
    }

    private Chart shares() {
        return bars(
                "What the second job finds in memory",
                "Share of the bytes that it reads, as the DataNodes count them (Quartet, figure 1).",
                "%",
                (policy, fit) -> spread(policy, fit, true, trial -> 100 * trial.fromMemory()),
                null);
    }

    private Chart normalized() {
        return bars(
                "The second job against the first",
                "Its time divided by that of the first one, which was cold, paired by round (Quartet, figure 2).",
                "×",
                (policy, fit) -> Spread.of(of(policy, fit, true)
                        .map(trial -> trial.seconds()
                                / same(policy, fit, false, trial.round()).seconds())
                        .toList()),
                1.0);
    }

    private Chart seconds() {
        return bars(
                "How long the second job takes",
                "Seconds: medians over the rounds, whiskers from the fastest round to the slowest.",
                " s",
                (policy, fit) -> spread(policy, fit, true, ReuseTrial::seconds),
                null);
    }

    /** A value of a policy's second jobs. */
    private interface Measure {
        Spread of(String policy, MemoryFit fit);
    }

    private static Chart bars(String title, String lead, String unit, Measure measure, @Nullable Double reference) {
        return Chart.bars(
                title,
                lead,
                unit,
                Arrays.stream(MemoryFit.values()).map(MemoryFit::title).toList(),
                ReuseScene.POLICIES.stream()
                        .map(policy -> new Chart.Series(
                                policy,
                                Arrays.stream(MemoryFit.values())
                                        .map(fit -> Chart.Point.of(measure.of(policy, fit)))
                                        .toList()))
                        .toList(),
                reference);
    }

    private ReportTable figures() {
        List<List<String>> rows = new ArrayList<>();
        for (MemoryFit fit : MemoryFit.values()) {
            for (String policy : ReuseScene.POLICIES) {
                rows.add(List.of(
                        fit.title(),
                        policy,
                        seconds(policy, fit, false),
                        seconds(policy, fit, true),
                        text("%.2f×", speedup(policy, fit).median()),
                        text("%.0f%%", 100 * share(policy, fit).median()),
                        text(
                                "%.0f%%",
                                100
                                        * spread(policy, fit, true, trial -> trial.tiers()
                                                        .share("MEMORY"))
                                                .median())));
            }
        }
        return new ReportTable(
                "All figures",
                "Seconds: median, and range over the rounds. Bytes from memory are counted by the DataNodes, tasks at"
                        + " memory by the scheduler.",
                List.of("memory", "policy", "first s", "second s", "vs stock", "from memory", "tasks at memory"),
                rows);
    }

    private String seconds(String policy, MemoryFit fit, boolean second) {
        return spread(policy, fit, second, ReuseTrial::seconds).seconds();
    }

    private Map<String, String> settingsShown() {
        Map<String, String> caches = new LinkedHashMap<>();
        for (MemoryFit fit : MemoryFit.values()) {
            caches.put(
                    "page cache per node, " + fit.id(),
                    text("%.0f MiB", fit.budget(settings.size().bytes(), settings.nodes()) / (double) (1 << 20)));
        }
        return HddScene.shown(settings, caches);
    }

    private static List<String> notes() {
        return List.of(
                "Each node's page cache is emulated: when the blocks read on it are more than its budget, those read"
                        + " longest ago are dropped from the machine's. Nothing is pinned, and nothing is hinted.",
                "Both jobs run in one application, so that the second meets warm executors as in Quartet's"
                        + " measurements. Before the first all blocks are dropped from memory, which each DataNode"
                        + " verifies.",
                "Under stock, Spark's own code decides, and the plugin only counts. What its second job finds in"
                        + " memory is luck: that of three replicas the one is read that was read before.",
                "Under quartet and trident the application asks the coordinator what is in memory where. The second job starts"
                        + " right after the first, of whose last reads the agents have not told yet.");
    }

    private Stream<ReuseTrial> of(String policy, MemoryFit fit, boolean second) {
        return trials.stream()
                .filter(trial ->
                        trial.policy().equals(policy) && trial.fit().equals(fit.id()) && trial.second() == second);
    }

    private ReuseTrial same(String policy, MemoryFit fit, boolean second, int round) {
        return of(policy, fit, second)
                .filter(trial -> trial.round() == round)
                .findFirst()
                .orElseThrow();
    }

    private Spread share(String policy, MemoryFit fit) {
        return spread(policy, fit, true, ReuseTrial::fromMemory);
    }

    private Spread spread(String policy, MemoryFit fit, boolean second, ToDoubleFunction<ReuseTrial> value) {
        return Spread.of(of(policy, fit, second).map(value::applyAsDouble).toList());
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
