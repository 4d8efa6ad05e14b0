package io.tiercel.sim.compare;

import io.tiercel.sim.compare.Comparison.Outcome;
import io.tiercel.sim.paper.BarChart;
import io.tiercel.sim.paper.FigurePage;
import io.tiercel.sim.paper.FigureResult;
import io.tiercel.sim.paper.PaperRange;
import io.tiercel.sim.scenario.ScenarioFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A comparison as one page: a chart for each measure, and all values as a table. */
public final class ComparisonPage {
    private ComparisonPage() {}

    /** The page, with time lines of some of its runs. */
    public static String of(Comparison comparison, List<Timelines> lines) {
        ScenarioFile study = comparison.study();
        StringBuilder page = new StringBuilder(FigurePage.head(study.title()));
        page.append("<h1>").append(FigurePage.escaped(study.title())).append("</h1>\n<p>");
        page.append(study.setup().cluster().nodes()).append(" nodes with ");
        page.append(study.setup().cluster().slots()).append(" slots, ");
        page.append(comparison.outcomes().get(0).runs().get(0).jobs()).append(" jobs; means over ");
        page.append(study.seeds().size());
        page.append(
                study.seeds().size() == 1
                        ? " seed, which says nothing of how far another one would differ.</p>\n"
                        : " seeds. A black mark is the interval of 95% confidence (Student's t over the seeds).</p>\n");
        table(page, comparison);
        for (Metric measure : Metric.of(comparison.study())) {
            page.append("<h2>").append(FigurePage.escaped(measure.text())).append(", in ");
            page.append(measure.unit()).append("</h2>\n").append(BarChart.of(chart(comparison, measure)));
        }
        lines.forEach(each -> page.append(each.html()));
        return page.append("</body>\n</html>\n").toString();
    }

    /** One group of bars; the interval stands where a paper's value would. */
    private static FigureResult chart(Comparison comparison, Metric measure) {
        List<FigureResult.Series> series = new ArrayList<>();
        for (Outcome outcome : comparison.outcomes()) {
            MeanEstimate estimate = outcome.estimate(measure);
            Optional<PaperRange> interval = estimate.hasInterval()
                    ? Optional.of(new PaperRange(
                            estimate.mean() - estimate.halfWidth(), estimate.mean() + estimate.halfWidth()))
                    : Optional.empty();
            series.add(new FigureResult.Series(
                    outcome.policy(), List.of(new FigureResult.Value(estimate.mean(), interval))));
        }
        return new FigureResult(measure.text(), measure.unit(), 0, List.of(""), series, List.of());
    }

    private static void table(StringBuilder page, Comparison comparison) {
        page.append("<div class=\"scroll\"><table>\n<tr><th>policy</th>");
        for (Metric measure : Metric.of(comparison.study())) {
            page.append("<th title=\"")
                    .append(FigurePage.escaped(measure.text()))
                    .append("\">");
            page.append(measure.key()).append(", ").append(measure.unit()).append("</th>");
        }
        page.append(
                "<th title=\"mean duration of jobs, run by run with the same seed\">against the first, %</th></tr>\n");
        for (Outcome outcome : comparison.outcomes()) {
            page.append("<tr><th>").append(FigurePage.escaped(outcome.policy())).append("</th>");
            for (Metric measure : Metric.of(comparison.study())) {
                page.append("<td>").append(text(outcome.estimate(measure))).append("</td>");
            }
            page.append("<td>");
            comparison.againstFirst(outcome).ifPresent(estimate -> page.append(signed(estimate)));
            page.append("</td></tr>\n");
        }
        page.append("</table></div>\n");
    }

    /** The mean and, if there is one, the interval: {@code 12.3 ±0.4}. */
    public static String text(MeanEstimate estimate) {
        String mean = number(estimate.mean());
        return estimate.hasInterval() ? mean + " ±" + number(estimate.halfWidth()) : mean;
    }

    /** The same with a sign. */
    public static String signed(MeanEstimate estimate) {
        return (estimate.mean() > 0 ? "+" : "") + text(estimate);
    }

    private static String number(double value) {
        double size = Math.abs(value);
        return String.format(
                Locale.ROOT, size >= 1_000 ? "%,.0f" : size >= 100 ? "%.0f" : size >= 10 ? "%.1f" : "%.2f", value);
    }
}
