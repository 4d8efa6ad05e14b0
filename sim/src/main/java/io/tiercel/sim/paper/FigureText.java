package io.tiercel.sim.paper;

import io.tiercel.sim.paper.FigureResult.Series;
import io.tiercel.sim.paper.FigureResult.Value;
import java.util.Locale;

/** A figure as text: a row for each series, a column for each value, the reported value in brackets. */
public final class FigureText {
    private static final int LINE = 120;

    private FigureText() {}

    /** The table, with its notes below it. */
    public static String of(FigureResult findings) {
        StringBuilder text = new StringBuilder();
        text.append(findings.title())
                .append(", in ")
                .append(findings.unit())
                .append("; reported values in brackets, with a * where the simulated one is not within ")
                .append(number(findings.tolerance()))
                .append(" of it\n");
        int first = 2 + longest(findings);
        int width = width(findings);
        text.append(pad("", first));
        findings.columns().forEach(column -> text.append(pad(column, width)));
        newLine(text);
        for (Series series : findings.series()) {
            text.append(pad(series.name(), first));
            series.values().forEach(value -> text.append(pad(cell(findings, value), width)));
            newLine(text);
        }
        text.append(findings.agreeing())
                .append(" of the ")
                .append(findings.reported())
                .append(" reported values are within the tolerance.\n");
        findings.notes().forEach(note -> wrap(text, note));
        return text.toString();
    }

    private static void newLine(StringBuilder text) {
        while (text.charAt(text.length() - 1) == ' ') {
            text.setLength(text.length() - 1);
        }
        text.append('\n');
    }

    private static String pad(String cell, int width) {
        return cell + " ".repeat(Math.max(0, width - cell.length()));
    }

    private static int longest(FigureResult findings) {
        return findings.series().stream()
                .mapToInt(series -> series.name().length())
                .max()
                .orElse(0);
    }

    private static int width(FigureResult findings) {
        int widest = findings.columns().stream().mapToInt(String::length).max().orElse(0);
        for (Series series : findings.series()) {
            for (Value value : series.values()) {
                widest = Math.max(widest, cell(findings, value).length());
            }
        }
        return widest + 2;
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
