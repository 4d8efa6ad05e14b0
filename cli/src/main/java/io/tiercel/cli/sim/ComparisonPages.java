package io.tiercel.cli.sim;

import io.tiercel.cli.page.Page;
import io.tiercel.cli.page.Page.Cell;
import io.tiercel.cli.page.Page.PageChart;
import io.tiercel.cli.page.Page.PageChart.Kind;
import io.tiercel.cli.page.Page.PageChart.Range;
import io.tiercel.cli.page.Page.Row;
import io.tiercel.cli.page.Page.Section;
import io.tiercel.sim.compare.Comparison;
import io.tiercel.sim.compare.Comparison.MeanEstimate;
import io.tiercel.sim.compare.Comparison.Outcome;
import io.tiercel.sim.compare.Metric;
import io.tiercel.sim.compare.Timelines;
import io.tiercel.sim.scenario.ScenarioFile;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** A comparison as a page: a table of all values, a chart for each metric, and timelines of each policy's first run. */
final class ComparisonPages {
    private ComparisonPages() {}

    static Page of(Comparison comparison, List<Timelines> timelines) {
        ScenarioFile study = comparison.study();
        int seeds = study.seeds().size();
        String intro = study.setup().cluster().nodes() + " nodes with "
                + study.setup().cluster().slots() + " slots, "
                + comparison.outcomes().get(0).runs().get(0).jobs() + " jobs; means over " + seeds
                + (seeds == 1
                        ? " seed, which does not tell how much others differ."
                        : " seeds. A black outline is the interval of 95% confidence (Student's t over the seeds).");
        List<Section> sections = new ArrayList<>();
        sections.add(new Section("", List.of(), null, table(comparison), List.of()));
        for (Metric metric : Metric.of(study)) {
            sections.add(new Section(
                    metric.text() + ", in " + metric.unit(), List.of(), chart(comparison, metric), null, List.of()));
        }
        timelines.forEach(each -> sections.add(section(each)));
        return new Page(study.title(), List.of(intro), sections);
    }

    private static PageChart chart(Comparison comparison, Metric metric) {
        List<PageChart.Series> all = new ArrayList<>();
        for (Outcome outcome : comparison.outcomes()) {
            MeanEstimate estimate = outcome.estimate(metric);
            double half = estimate.halfWidth();
            all.add(new PageChart.Series(
                    outcome.policy(),
                    all.size(),
                    List.of(estimate.mean()),
                    Collections.singletonList(
                            estimate.hasInterval() ? Range.of(estimate.mean() - half, estimate.mean() + half) : null)));
        }
        return new PageChart(Kind.BARS, List.of(""), 0, all);
    }

    private static Page.Table table(Comparison comparison) {
        List<Metric> metrics = Metric.of(comparison.study());
        List<String> head = new ArrayList<>(List.of("policy"));
        metrics.forEach(metric -> head.add(metric.key() + ", " + metric.unit()));
        head.add("against the first, %");
        List<Row> rows = new ArrayList<>();
        for (Outcome outcome : comparison.outcomes()) {
            rows.add(new Row(
                    outcome.policy(),
                    texts(comparison, outcome)
                            .map(text -> new Cell(text, false))
                            .toList()));
        }
        return new Page.Table(head, rows);
    }

    /** The metrics of a policy, and by how much its jobs take longer than the first's. */
    static Stream<String> texts(Comparison comparison, Outcome outcome) {
        return Stream.concat(
                Metric.of(comparison.study()).stream()
                        .map(metric -> outcome.estimate(metric).text()),
                Stream.of(comparison
                        .againstFirst(outcome)
                        .map(MeanEstimate::signedText)
                        .orElse("")));
    }

    private static Section section(Timelines timelines) {
        double step = timelines.stepSeconds();
        String text = String.format(
                Locale.ROOT,
                "From 0 to %.1f s; each point is the mean over %.3g s. A lane is full when all slots are taken, when a"
                        + " device is always in use, or when each node always migrates. %d of %d nodes are shown, evenly"
                        + " spread.",
                timelines.endSeconds(),
                step,
                timelines.shownNodes(),
                timelines.nodes());
        List<PageChart.Series> lanes = timelines.lanes().stream()
                .map(lane -> new PageChart.Series(lane.name(), lane.kind().ordinal(), lane.shares(), List.of()))
                .toList();
        return new Section(
                "Timelines: " + timelines.name(),
                List.of(text),
                new PageChart(Kind.LANES, List.of(), step, lanes),
                null,
                List.of());
    }
}
