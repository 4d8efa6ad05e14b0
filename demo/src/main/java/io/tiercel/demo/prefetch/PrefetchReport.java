package io.tiercel.demo.prefetch;

import io.tiercel.demo.cluster.DemoSettings;
import io.tiercel.demo.report.Chart;
import io.tiercel.demo.report.ReportClaim;
import io.tiercel.demo.report.ReportTable;
import io.tiercel.demo.report.Spread;
import io.tiercel.demo.run.Draft;
import io.tiercel.demo.run.HddScene;
import io.tiercel.demo.run.SceneFindings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What the trials of <em>prefetch</em> say. */
final class PrefetchReport implements SceneFindings {
    private final DemoSettings settings;
    private final RunProgramme programme;
    private final double lead;
    private final List<PrefetchTrial> trials;
    private final TrialResults results;
    private final JoinResults joins;

    /**
     * @param lead seconds from a job's submission to its call
     * @param joins runs of the join
     */
    PrefetchReport(
            DemoSettings settings,
            RunProgramme programme,
            double lead,
            List<PrefetchTrial> trials,
            List<PrefetchTrial> joins) {
        this.settings = settings;
        this.programme = programme;
        this.lead = lead;
        this.trials = Stream.concat(trials.stream(), joins.stream()).toList();
        this.joins = new JoinResults(joins);
        this.results = new TrialResults(trials);
    }

    @Override
    public ReportClaim sameResults() {
        return new PrefetchClaims(results, programme, joins).sameResults();
    }

    @Override
    public Draft draft() {
        List<ReportTable> tables = new ArrayList<>();
        tables.add(figures("Size classes", targets(true)));
        tables.add(figures("Applications", targets(false)));
        DelayResults delays = new DelayResults(results, programme);
        if (delays.any()) {
            tables.add(delays.figures());
        }
        tables.add(new PredictionErrors(results, programme).figures());
        if (joins.any()) {
            tables.add(joins.figures());
        }
        return new Draft(
                "prefetch",
                headline(),
                title(),
                settingsShown(),
                new PrefetchClaims(results, programme, joins).verdicts(),
                List.of(seconds(true), fromMemory(true), seconds(false), fromMemory(false)),
                tables,
                trials,
                notes());
    }

    private List<PrefetchTarget> targets(boolean classes) {
        return programme.targets().stream()
                .filter(target -> target.sizeClass().isPresent() == classes)
                .toList();
    }

    private String headline() {
        Spread speedups = Spread.of(programme.targets().stream()
                .map(target -> 1 / results.ratio(PrefetchTreatment.OURS, target, PrefetchTreatment.NONE))
                .toList());
        return text(
                "With input brought into memory by plan, cold jobs are %.2f to %.2f times as fast, %.2f by the median",
                speedups.min(), speedups.max(), speedups.median());
    }

    private String title() {
        return text(
                "Cold jobs of %s and %d applications over %s of text on %s; a job begins %.1f s after its submission; %d %s.",
                targets(true).stream()
                        .map(PrefetchTarget::id)
                        .reduce((a, b) -> a + ", " + b)
                        .orElse("no class"),
                targets(false).size(),
                settings.size(),
                HddScene.nodes(settings),
                lead,
                settings.rounds(),
                settings.rounds() == 1 ? "round" : "rounds");
    }

    private Chart seconds(boolean classes) {
        return bars(
                classes ? "Size classes: time against no prefetching" : "Applications: time against no prefetching",
                "From submission to the result, divided by the median without prefetching: medians over the runs, whiskers from the"
                        + " fastest run to the slowest (Trident, figure 17a).",
                "×",
                classes,
                (trial, target) -> trial.seconds()
                        / results.seconds(PrefetchTreatment.NONE, target).median(),
                1.0);
    }

    private Chart fromMemory(boolean classes) {
        return bars(
                classes ? "Size classes: read from memory" : "Applications: read from memory",
                "Share of the bytes of the input, as the DataNodes count them (Trident, figure 16).",
                "%",
                classes,
                (trial, target) -> 100 * trial.fromMemory(),
                null);
    }

    private Chart bars(
            String title,
            String lead,
            String unit,
            boolean classes,
            ToDoubleBiFunction<PrefetchTrial, PrefetchTarget> value,
            @Nullable Double reference) {
        return Chart.bars(
                title,
                lead,
                unit,
                targets(classes).stream().map(PrefetchTarget::id).toList(),
                programme.treatments().stream()
                        .filter(treatment ->
                                targets(classes).stream().allMatch(target -> results.has(treatment, target)))
                        .map(treatment -> new Chart.Series(
                                treatment.id(),
                                targets(classes).stream()
                                        .map(target -> Chart.Point.of(results.spread(
                                                treatment, target, trial -> value.applyAsDouble(trial, target))))
                                        .toList()))
                        .toList(),
                reference);
    }

    private ReportTable figures(String title, List<PrefetchTarget> targets) {
        List<List<String>> rows = new ArrayList<>();
        for (PrefetchTarget target : targets) {
            programme.treatments().stream()
                    .filter(treatment -> results.has(treatment, target))
                    .forEach(treatment -> rows.add(row(treatment, target)));
        }
        return new ReportTable(
                title,
                "Seconds from submission to the result: median, and range over the runs. Blocks are those of one run, in the mean;"
                        + " unused: asked for, and not read from memory. Wasted: of the bytes that agents read into memory, those that no"
                        + " task read from there.",
                List.of(
                        "job",
                        "treatment",
                        "runs",
                        "seconds",
                        "to none",
                        "to oracle",
                        "from memory",
                        "asked",
                        "used",
                        "unused",
                        "wasted",
                        "planning ms"),
                rows);
    }

    private List<String> row(PrefetchTreatment treatment, PrefetchTarget target) {
        long runs = results.of(treatment, target).count();
        return List.of(
                target.id(),
                treatment.id(),
                Long.toString(runs),
                results.seconds(treatment, target).seconds(),
                ratio(treatment, target, PrefetchTreatment.NONE),
                ratio(treatment, target, PrefetchTreatment.ORACLE),
                text(
                        "%.0f%%",
                        100
                                * results.spread(treatment, target, PrefetchTrial::fromMemory)
                                        .median()),
                mean(results.sum(treatment, target, PrefetchTrial::askedBlocks), runs),
                mean(results.sum(treatment, target, PrefetchTrial::usedBlocks), runs),
                percent(results.unused(treatment, target)),
                percent(results.wasted(treatment, target)),
                planning(treatment, target));
    }

    private String ratio(PrefetchTreatment treatment, PrefetchTarget target, PrefetchTreatment other) {
        return results.has(other, target) ? text("%.2f", results.ratio(treatment, target, other)) : "-";
    }

    private static String mean(long sum, long runs) {
        return text("%.1f", (double) sum / runs);
    }

    private static String percent(OptionalDouble share) {
        return share.isPresent() ? text("%.1f%%", 100 * share.getAsDouble()) : "-";
    }

    private String planning(PrefetchTreatment treatment, PrefetchTarget target) {
        List<Double> millis = results.of(treatment, target)
                .flatMap(trial -> trial.planningMillis().stream())
                .map(Integer::doubleValue)
                .toList();
        return millis.isEmpty()
                ? "-"
                : text(
                        "%.0f (%.0f)",
                        Spread.of(millis).median(), Spread.of(millis).max());
    }

    private Map<String, String> settingsShown() {
        Map<String, String> own = new LinkedHashMap<>();
        targets(true).forEach(target -> own.put("class " + target.id(), target.title()));
        own.put("input of an application", settings.size() + " of text (two tables; all but the join read one)");
        own.put("from submission to the first stage", text("%.2f s", lead));
        return HddScene.shown(settings, own);
    }

    private List<String> notes() {
        List<String> notes = new ArrayList<>();
        programme.treatments().forEach(treatment -> notes.add(treatment.id() + ": " + treatment.title() + "."));
        notes.add(
                "All run with the same jar, coordinator and agents, and place tasks by the policy trident. Before every run all"
                        + " blocks are unlocked and dropped from the page cache, which each DataNode verifies, and the coordinator has heard"
                        + " of it.");
        notes.add(
                "Scale: a block stands for one of 128 MB, and everything that takes time there takes as much longer or shorter"
                        + " here as the reading of a block does. Input lies on HDDs alone, three replicas, as in the paper's section 7.4.");
        notes.add(
                "A job of the paper begins 3 s after its submission (TimeToInit and TimeToSchedule), in which an HDD reads 3.75"
                        + " blocks. So does one here: whoever submits it tells the coordinator what it will read, and its call comes as much"
                        + " later. Its time begins with the submission. Where nothing happens in between (none, oracle) that time is added,"
                        + " not waited for.");
        notes.add(
                "Agents read only while no task reads the same device (docs/decisions/0806), under every treatment. So asking for"
                        + " everything costs tasks less here than in the paper.");
        notes.add(
                "Applications are written on Spark's RDDs and SQL; naive Bayes and k-means by hand, as MLlib trains them.");
        if (programme.teaching()) {
            notes.add(
                    "A first round, of ours alone and not counted, teaches the models how long the classes' tasks compute; those of the"
                            + " applications they learn from what warms each application up.");
        }
        if (!programme.whole()) {
            notes.add(
                    "Claims are about none, ours, ours-delay (classes of a middling size) and oracle; prefetch-all and ignem were run once."
                            + " Applications were run under none and ours, by one Spark application for each that runs all of them as often as there"
                            + " are rounds.");
        }
        return notes;
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
