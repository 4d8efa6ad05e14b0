package io.tiercel.sim.paper;

import io.tiercel.sim.paper.FigureResult.Series;
import io.tiercel.sim.paper.FigureResult.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** A figure as text: a row for each series, a column for each value, the reported value in brackets. */
public final class FigureText {
    private static final int LINE = 120;

    private FigureText() {}

    /** The table, with its notes below it. */
    public static String of(FigureResult findings) {
        StringBuilder text = new StringBuilder(findings.title() + ", in " + findings.unit()
                + "; reported values in brackets, with a * where the simulated one is not within "
                + number(findings.tolerance()) + " of it\n");
        List<List<String>> rows = new ArrayList<>();
        rows.add(row("", findings.columns().stream()));
        for (Series series : findings.series()) {
            rows.add(row(
                    series.isNullModel() ? "(null) " + series.name() : series.name(),
                    series.values().stream().map(value -> cell(findings, value))));
        }
        int first = 2 + widest(rows.stream().map(row -> row.get(0)));
        int width = 2 + widest(rows.stream().flatMap(row -> row.stream().skip(1)));
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder(pad(row.get(0), first));
            row.stream().skip(1).forEach(cell -> line.append(pad(cell, width)));
            text.append(line.toString().stripTrailing()).append('\n');
        }
        text.append(findings.agreeing())
                .append(" of the ")
                .append(findings.reported())
                .append(" reported values are within the tolerance")
                .append(findings.hasNullModels() ? " and out of reach of each null model" : "")
                .append(".\n");
        if (findings.agreeingWithNullModels() > 0) {
            text.append(findings.agreeingWithNullModels())
                    .append(" more are within it, but a null model reaches them as well, so they show nothing.\n");
        }
        findings.notes().forEach(note -> wrap(text, note));
        return text.toString();
    }

    private static List<String> row(String name, Stream<String> cells) {
        return Stream.concat(Stream.of(name), cells).toList();
    }

    private static int widest(Stream<String> cells) {
        return cells.mapToInt(String::length).max().orElse(0);
    }

    private static String pad(String cell, int width) {
        return cell + " ".repeat(Math.max(0, width - cell.length()));
    }

    private static String cell(FigureResult findings, Value value) {
        String paper = value.paper().map(range -> " (" + range + ")").orElse("");
        return number(value.ours()) + paper + (findings.agrees(value) ? "" : "*");
    }

    /** About three digits. */
    public static String number(double value) {
        String format =
                Math.abs(value) >= 100 || value == Math.rint(value) ? "%.0f" : Math.abs(value) >= 10 ? "%.1f" : "%.2f";
        return String.format(Locale.ROOT, format, value);
    }

    private static void wrap(StringBuilder text, String note) {
        int column = 0;
        text.append("- ");
        for (String word : note.split(" ")) {
            if (column + word.length() > LINE) {
                text.append("\n  ");
                column = 0;
            }
            text.append(column == 0 ? "" : " ").append(word);
            column += word.length() + 1;
        }
        text.append('\n');
    }
}
