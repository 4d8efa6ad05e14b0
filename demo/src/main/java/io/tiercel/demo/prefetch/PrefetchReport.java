package io.tiercel.demo.prefetch;

import static io.tiercel.demo.report.ReportText.percent;
import static io.tiercel.demo.report.ReportText.text;

import io.tiercel.demo.cluster.DemoSettings;
import io.tiercel.demo.report.Chart;
import io.tiercel.demo.report.Chart.Axis;
import io.tiercel.demo.report.Chart.Heading;
import io.tiercel.demo.report.ReportTable;
import io.tiercel.demo.report.SceneReport.ReportBuilder;
import io.tiercel.demo.report.Spread;
import io.tiercel.demo.report.Trials;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

final class PrefetchReport {
    private final DemoSettings settings;
    private final RunProgramme programme;
    private final double lead;
    private final List<PrefetchTrial> trials;
    private final List<PrefetchTrial> joinTrials;
    private final TrialResults results;

    /** @param lead seconds from a job's submission to its call */
    PrefetchReport(
            DemoSettings settings,
            RunProgramme programme,
            double lead,
            List<PrefetchTrial> trials,
            List<PrefetchTrial> joins) {
        this.settings = settings;
        this.programme = programme;
        this.lead = lead;
        this.trials = trials;
        this.joinTrials = joins;
        this.results = new TrialResults(trials);
    }

    ReportBuilder report() {
        JoinResults joins = new JoinResults(joinTrials);
        DelayResults delays = new DelayResults(results, programme);
        PredictionErrors errors = new PredictionErrors(results, programme);
        ReportBuilder report = new ReportBuilder("prefetch", headline(), title())
                .settings(settings.shown("all on HDD"))
                .warnings(settings.warnings())
                .claims(new PrefetchClaims(results, programme).claims())
                .claims(List.of(delays.claim()))
                .claims(errors.claims())
                .claims(joins.claims())
                .chart(seconds(true))
                .chart(fromMemory(true))
                .chart(seconds(false))
                .chart(fromMemory(false))
                .table(figures("Size classes", targets(true)))
                .table(figures("Applications", targets(false)));
        if (delays.hasRuns()) {
            report.table(delays.table());
        }
        report.table(errors.table());
        if (joins.hasRuns()) {
            report.table(joins.table());
        }
        targets(true).forEach(target -> report.setting("class " + target.id(), target.title()));
        report.setting("input of an application", settings.size() + " of text (two tables; all but the join read one)")
                .setting("from submission to the first stage", text("%.2f s", lead))
                .trials(Stream.concat(trials.stream(), joinTrials.stream()).toList())
                .measured(settings.measured(
                        "prefetch",
                        0,
                        Map.of(),
                        Stream.concat(trials.stream(), joinTrials.stream())
                                .filter(trial -> trial.run().round() > 0)
                                .map(PrefetchTrial::measured)
                                .toList()));
        notes(report);
        return report;
    }

    private List<PrefetchTarget> targets(boolean classes) {
        return programme.targets().stream()
                .filter(target -> target.isClass() == classes)
                .toList();
    }

    private String headline() {
        return "With input brought into memory by plan, cold jobs are "
                + Spread.of(programme.targets().stream()
                                .map(target ->
                                        1 / results.ratio(PrefetchTreatment.COST, target, PrefetchTreatment.NONE))
                                .toList())
                        .text("%2$.2f to %3$.2f times as fast, %1$.2f by the median", 1);
    }

    private String title() {
        List<PrefetchTarget> classes = targets(true);
        int applications = targets(false).size();
        return text(
                "Cold jobs on %s: size classes %s, of %d to %d blocks of %s, and %s over %s of text; a job begins %.1f s"
                        + " after its submission; %s.",
                settings.nodesOnHdd(),
                classes.stream().map(PrefetchTarget::id).collect(Collectors.joining(", ")),
                classes.get(0).blocks(),
                classes.get(classes.size() - 1).blocks(),
                settings.blockSize(),
                applications == 1 ? "1 application" : applications + " applications",
                settings.size(),
                lead,
                settings.roundsText());
    }

    private Chart seconds(boolean classes) {
        return bars(
                Heading.ofRatios(
                        (classes ? "Size classes" : "Applications") + ": time against no prefetching",
                        "From submission to the result, divided by the median without prefetching: medians over the"
                                + " runs, whiskers from the fastest run to the slowest (Trident, figure 17a)."),
                classes,
                (trial, target) -> trial.seconds()
                        / results.seconds(PrefetchTreatment.NONE, target).median());
    }

    private Chart fromMemory(boolean classes) {
        return bars(
                Heading.ofBars(
                        (classes ? "Size classes" : "Applications") + ": read from memory",
                        "Share of the bytes of the input, as the DataNodes count them (Trident, figure 16).",
                        "%"),
                classes,
                (trial, target) -> 100 * trial.fromMemory());
    }

    private Chart bars(Heading heading, boolean classes, ToDoubleBiFunction<PrefetchTrial, PrefetchTarget> value) {
        List<PrefetchTarget> targets = targets(classes);
        return Chart.bars(
                heading,
                new Axis<>(targets, PrefetchTarget::id),
                new Axis<>(
                        programme.treatments().stream()
                                .filter(treatment ->
                                        targets.stream().allMatch(target -> results.has(treatment, target)))
                                .toList(),
                        PrefetchTreatment::id),
                (target, treatment) ->
                        results.of(treatment, target).spread(trial -> value.applyAsDouble(trial, target)));
    }

    private record Case(PrefetchTarget target, PrefetchTreatment treatment, Trials<PrefetchTrial> runs) {}

    private ReportTable figures(String title, List<PrefetchTarget> targets) {
        return ReportTable.of(
                        title,
                        "Seconds from submission to the result: median, and range over the runs. Least: seconds in which all"
                                + " HDDs together read the input, which only an oracle can do without. Blocks are those of"
                                + " one run, in the mean; unused: asked for, and not read from memory. Wasted: of the"
                                + " bytes that agents read into memory, those that no task read from there.",
                        targets.stream()
                                .flatMap(target -> programme.treatments().stream()
                                        .filter(treatment -> results.has(treatment, target))
                                        .map(treatment -> new Case(target, treatment, results.of(treatment, target))))
                                .toList())
                .column("job", row -> row.target().id())
                .column("treatment", row -> row.treatment().id())
                .column("runs", row -> Integer.toString(row.runs().all().size()))
                .column(
                        "seconds",
                        row -> row.runs().spread(PrefetchTrial::seconds).seconds())
                .column("least", row -> least(row.target()))
                .column("to none", row -> ratio(row, PrefetchTreatment.NONE))
                .column("to oracle", row -> ratio(row, PrefetchTreatment.ORACLE))
                .column("from memory", row -> percent(row.runs().median(PrefetchTrial::fromMemory)))
                .column("asked", row -> mean(row, PrefetchTrial::askedBlocks))
                .column("used", row -> mean(row, PrefetchTrial::usedBlocks))
                .column("unused", row -> share(results.unused(row.treatment(), row.target())))
                .column("wasted", row -> share(results.wasted(row.treatment(), row.target())))
                .column("planning ms", PrefetchReport::planning)
                .build();
    }

    private String ratio(Case row, PrefetchTreatment other) {
        return results.has(other, row.target())
                ? text("%.2f", results.ratio(row.treatment(), row.target(), other))
                : "-";
    }

    private String least(PrefetchTarget target) {
        return target.isClass() ? text("%.2f", target.blocks() * settings.blockSeconds() / settings.nodes()) : "-";
    }

    private static String mean(Case row, ToIntFunction<PrefetchTrial> blocks) {
        return text("%.1f", row.runs().stream().mapToInt(blocks).average().orElse(0));
    }

    private static String share(OptionalDouble share) {
        return share.isPresent() ? text("%.1f%%", 100 * share.getAsDouble()) : "-";
    }

    private static String planning(Case row) {
        List<Double> millis = row.runs().stream()
                .flatMap(trial -> trial.planningMillis().stream())
                .map(Long::doubleValue)
                .toList();
        return millis.isEmpty() ? "-" : Spread.of(millis).text("%1$.0f (%3$.0f)", 1);
    }

    private void notes(ReportBuilder report) {
        programme.treatments().forEach(treatment -> report.note(treatment.id() + ": " + treatment.title + "."));
        report.notes();
        if (programme.teaching()) {
            report.note("A first round, of cost alone and not counted, teaches the models how long the classes' tasks"
                    + " compute. The warm-up of each application teaches them the same of its tasks.");
        }
        if (!programme.whole()) {
            report.note("Claims are about none, cost, cost-delay (classes of a middling size) and oracle; all and"
                    + " ignem were run once. Applications were run under none and cost, by one Spark application"
                    + " for each that runs all of them as often as there are rounds.");
        }
    }
}
