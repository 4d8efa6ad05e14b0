package io.tiercel.cli.sim;

import io.tiercel.cli.page.Page;
import io.tiercel.cli.page.Page.Cell;
import io.tiercel.cli.page.Page.PageChart;
import io.tiercel.cli.page.Page.PageChart.Kind;
import io.tiercel.cli.page.Page.PageChart.Range;
import io.tiercel.cli.page.Page.Row;
import io.tiercel.cli.page.Page.Section;
import io.tiercel.sim.paper.FigureResult;
import io.tiercel.sim.paper.FigureResult.Series;
import io.tiercel.sim.paper.FigureResult.Value;
import io.tiercel.sim.paper.FigureText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Figures of papers as a page. Each has a chart with the reported values marked on the bars, a table and notes. */
final class FigurePages {
    private FigurePages() {}

    static Page of(List<FigureResult> figures) {
        return new Page(
                "The papers' experiments, simulated",
                List.of("Bars are simulated; a black outline is the range that the paper reports."
                        + " A value in red is outside the tolerance."),
                figures.stream().map(FigurePages::section).toList());
    }

    private static Section section(FigureResult figure) {
        List<String> head = new ArrayList<>(List.of(""));
        head.addAll(figure.columns());
        return new Section(
                figure.title(),
                List.of("In " + figure.unit() + ". " + figure.agreeing() + " of the " + figure.reported()
                        + " values that the paper reports are within " + FigureText.number(figure.tolerance()) + "."),
                chart(figure),
                new Page.Table(
                        head,
                        figure.series().stream()
                                .map(series -> new Row(
                                        series.name(),
                                        series.values().stream()
                                                .map(value -> cell(figure, value))
                                                .toList()))
                                .toList()),
                figure.notes());
    }

    private static Cell cell(FigureResult figure, Value value) {
        String paper = value.paper().map(range -> " (" + range + ")").orElse("");
        return new Cell(FigureText.number(value.ours()) + paper, !figure.agrees(value));
    }

    private static PageChart chart(FigureResult figure) {
        List<PageChart.Series> all = new ArrayList<>();
        for (Series series : figure.series()) {
            List<@Nullable Range> marks = new ArrayList<>();
            series.values()
                    .forEach(value -> marks.add(value.paper()
                            .flatMap(range -> Optional.of(Range.of(range.low(), range.high())))
                            .orElse(null)));
            List<Double> values = series.values().stream().map(Value::ours).toList();
            all.add(new PageChart.Series(series.name(), all.size(), values, marks));
        }
        return new PageChart(Kind.BARS, figure.columns(), 0, all);
    }
}
