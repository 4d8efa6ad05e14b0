package io.tiercel.cli.advise;

import io.tiercel.cli.advise.Advice.AdvisedApplication;
import io.tiercel.cli.page.Page;
import io.tiercel.cli.page.Page.Cell;
import io.tiercel.cli.page.Page.PageChart;
import io.tiercel.cli.page.Page.PageChart.Kind;
import io.tiercel.cli.page.Page.PageChart.Range;
import io.tiercel.cli.page.Page.PageChart.Series;
import io.tiercel.cli.page.Page.Row;
import io.tiercel.cli.page.Page.Section;
import io.tiercel.sim.whatif.ApplicationGain;
import io.tiercel.sim.whatif.GainBounds;
import io.tiercel.sim.whatif.Means;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** An advice as a page. */
final class AdvicePage {
    /** More groups of bars than these cannot be read. */
    private static final int MOST_BARS = 12;

    private AdvicePage() {}

    /** @param top how many applications get their lines of configuration */
    static Page of(Advice advice, int top) {
        List<Section> sections = new ArrayList<>();
        List<AdvisedApplication> gaining = advice.gaining().toList();
        if (!gaining.isEmpty()) {
            sections.add(new Section(
                    "Applications that would gain",
                    List.of("A bar is what a means saves at most, in seconds. The outline on it begins at what it saves"
                            + " at least, if that is more than 0."),
                    chart(advice, gaining),
                    table(advice, gaining),
                    List.of()));
        }
        gaining.stream().limit(top).forEach(each -> sections.add(section(each)));
        list(
                sections,
                "Applications that would gain less than " + AdviceWords.VISIBLE,
                advice.others().map(each -> each.title() + ": " + AdviceWords.why(each)));
        list(
                sections,
                "Logs that could not be read",
                advice.unread().stream().map(each -> each.log() + ": " + each.reason()));
        list(sections, "Read by several applications", AdviceWords.shared(advice).stream());
        list(sections, "How to read this", AdviceWords.explanation().stream());
        return new Page("What Spark's applications would gain", List.of(AdviceWords.summary(advice)), sections);
    }

    private static void list(List<Section> sections, String heading, Stream<String> items) {
        List<String> notes = items.toList();
        if (!notes.isEmpty()) {
            sections.add(new Section(heading, List.of(), null, null, notes));
        }
    }

    private static PageChart chart(Advice advice, List<AdvisedApplication> gaining) {
        List<AdvisedApplication> shown = gaining.stream().limit(MOST_BARS).toList();
        List<Series> all = new ArrayList<>();
        for (Means means : Means.values()) {
            List<Double> values = new ArrayList<>();
            List<@Nullable Range> marks = new ArrayList<>();
            for (AdvisedApplication each : shown) {
                GainBounds bounds = each.gain().bounds().getOrDefault(means, GainBounds.NONE);
                values.add(bounds.most());
                marks.add(bounds.least() > 0 ? Range.of(bounds.least(), bounds.most()) : null);
            }
            all.add(new Series(means.text(), all.size(), values, marks));
        }
        return new PageChart(Kind.BARS, shown.stream().map(advice::shortName).toList(), 0, all);
    }

    private static Page.Table table(Advice advice, List<AdvisedApplication> gaining) {
        return new Page.Table(
                AdviceWords.head(),
                gaining.stream()
                        .map(each -> new Row(
                                advice.shortName(each),
                                AdviceWords.row(each.gain()).stream()
                                        .map(text -> new Cell(text, false))
                                        .toList()))
                        .toList());
    }

    private static Section section(AdvisedApplication application) {
        ApplicationGain gain = application.gain();
        List<String> notes = new ArrayList<>(AdviceWords.notes(application));
        List<String> code = new ArrayList<>();
        for (AdviceStep step : AdviceStep.of(gain)) {
            String name = step.means().text();
            notes.add(step.text());
            if (!code.isEmpty()) {
                code.add("");
            }
            code.add("# " + name + (step.configuration().isEmpty() ? ": the application has these lines" : ""));
            code.addAll(step.configuration());
            step.commands().forEach(command -> code.add("$ " + command));
        }
        String text = "It ran for " + AdviceWords.number(gain.facts().seconds()) + " s, and would have been shorter by "
                + AdviceWords.bounds(gain.all()) + ".";
        return new Section(application.title(), List.of(text), null, null, notes, code);
    }
}
