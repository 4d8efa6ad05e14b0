package io.tiercel.cli.advise;

import io.tiercel.cli.advise.Advice.AdvisedApplication;
import io.tiercel.cli.text.TextTable;
import io.tiercel.cli.text.WrappedText;
import io.tiercel.sim.whatif.ApplicationGain;
import java.io.PrintWriter;
import java.util.List;
import java.util.stream.Stream;

/** An advice as text for a terminal. */
final class AdviceText {
    private static final int LONGEST_NAME = 30;
    private static final int MOST_OTHERS = 20;

    private final Advice advice;
    private final PrintWriter out;

    private AdviceText(Advice advice, PrintWriter out) {
        this.advice = advice;
        this.out = out;
    }

    /** @param top how many applications get their lines of configuration */
    static void print(Advice advice, int top, PrintWriter out) {
        AdviceText text = new AdviceText(advice, out);
        text.sentence(AdviceWords.summary(advice), "");
        text.table();
        text.others();
        text.steps(top);
        text.shared();
        out.println();
        AdviceWords.explanation().forEach(each -> text.sentence(each, ""));
        out.flush();
    }

    private void table() {
        if (advice.gaining().findAny().isEmpty()) {
            return;
        }
        TextTable table = new TextTable(1, AdviceWords.shortHead().toArray(String[]::new));
        advice.gaining()
                .forEach(each -> table.row(Stream.concat(
                                Stream.of(shortened(advice.shortName(each))),
                                AdviceWords.shortRow(each.gain()).stream())
                        .toList()));
        out.println();
        table.print(out);
    }

    /** Breaks a sentence into lines. */
    private void sentence(String text, String indent) {
        WrappedText.lines(text, indent, indent.isEmpty() ? "" : indent + "  ").forEach(out::println);
    }

    private void others() {
        List<AdvisedApplication> others = advice.others().toList();
        if (others.isEmpty()) {
            return;
        }
        out.println();
        out.println("These gain less than " + AdviceWords.VISIBLE + " of their time:");
        others.stream().limit(MOST_OTHERS).forEach(each -> sentence(each.title() + ": " + AdviceWords.why(each), "  "));
        if (others.size() > MOST_OTHERS) {
            out.println("  and " + (others.size() - MOST_OTHERS) + " more, which --html and --json list");
        }
    }

    private void steps(int top) {
        List<AdvisedApplication> gaining = advice.gaining().toList();
        gaining.stream().limit(top).forEach(this::steps);
        if (gaining.size() > top) {
            out.println();
            out.println((gaining.size() - top) + " more would gain; --top " + gaining.size() + " shows their lines.");
        }
    }

    private void steps(AdvisedApplication application) {
        ApplicationGain gain = application.gain();
        out.println();
        out.println(application.title() + ": " + AdviceWords.bounds(gain.all()) + " of "
                + AdviceWords.number(gain.facts().seconds()) + " s");
        AdviceWords.notes(application).forEach(note -> sentence(note, "  "));
        for (AdviceStep step : AdviceStep.of(gain)) {
            sentence(step.text(), "  ");
            step.configuration().forEach(line -> out.println("      " + line));
            step.commands().forEach(command -> out.println("      $ " + command));
        }
    }

    private void shared() {
        List<String> shared = AdviceWords.shared(advice);
        if (!shared.isEmpty()) {
            out.println();
            out.println("Read by several applications, so one copy in memory or in a cache serves all of them:");
            shared.forEach(line -> out.println("  " + line));
        }
    }

    private static String shortened(String name) {
        return name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME - 1) + "…";
    }
}
