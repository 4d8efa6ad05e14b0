package io.tiercel.sim.paper;

import io.tiercel.sim.paper.FigureResult.Series;
import io.tiercel.sim.paper.FigureResult.Value;
import java.util.List;
import java.util.Locale;

/** Findings as grouped bars in SVG: a group for each column, a bar for each series, the paper's range as a mark on its bar. */
public final class BarChart {
    private static final List<String> COLOURS = List.of(
            "#3b6ea5", "#e08e45", "#5a9367", "#a44a6f", "#8f7fbf", "#6b6b6b", "#c2b04a", "#4fa3a5", "#b86b4b",
            "#7a9e3b", "#55607a", "#c98bb0");
    private static final int WIDTH = 900;
    private static final int HEIGHT = 300;
    private static final int LEFT = 50;
    private static final int TOP = 10;
    private static final int LEGEND = 18;

    private final FigureResult findings;
    private final double low;
    private final double high;
    private final StringBuilder svg = new StringBuilder();

    private BarChart(FigureResult findings) {
        this.findings = findings;
        double least = 0;
        double most = 0;
        for (Series series : findings.series()) {
            for (Value value : series.values()) {
                least = Math.min(least, value.ours());
                most = Math.max(most, value.ours());
            }
        }
        double margin = (most - least) * 0.1 + 1e-9;
        this.low = least < 0 ? least - margin : 0;
        this.high = most + margin;
    }

    /** The chart. */
    public static String of(FigureResult findings) {
        return new BarChart(findings).draw();
    }

    private String draw() {
        int series = findings.series().size();
        int height = TOP + HEIGHT + 30 + LEGEND * series;
        add(
                "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">\n",
                WIDTH, height, FigurePage.escaped(findings.title()));
        axis();
        double group = (WIDTH - LEFT) / (double) findings.columns().size();
        double bar = group * 0.8 / series;
        for (int c = 0; c < findings.columns().size(); c++) {
            double x = LEFT + group * (c + 0.1);
            for (int s = 0; s < series; s++) {
                bar(x + s * bar, bar, findings.series().get(s), c, colour(s));
            }
            text(
                    LEFT + group * (c + 0.5),
                    TOP + HEIGHT + 16,
                    "middle",
                    findings.columns().get(c));
        }
        for (int s = 0; s < series; s++) {
            int y = TOP + HEIGHT + 34 + LEGEND * s;
            add("<rect x=\"%d\" y=\"%d\" width=\"12\" height=\"12\" fill=\"%s\"/>\n", LEFT, y, colour(s));
            text(LEFT + 18, y + 10, "start", findings.series().get(s).name());
        }
        return svg.append("</svg>\n").toString();
    }

    private static String colour(int series) {
        return COLOURS.get(series % COLOURS.size());
    }

    private void axis() {
        double step = step();
        for (double at = Math.ceil(low / step) * step; at <= high; at += step) {
            add("<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#ddd\"/>\n", LEFT, WIDTH, y(at), y(at));
            text(LEFT - 6, y(at) + 4, "end", FigureText.number(at));
        }
    }

    /** A power of ten times 1, 2 or 5, for five lines or so. */
    private double step() {
        double rough = (high - low) / 5;
        double power = Math.pow(10, Math.floor(Math.log10(rough)));
        double digit = rough / power;
        return power * (digit < 2 ? 1 : digit < 5 ? 2 : 5);
    }

    private void bar(double x, double width, Series series, int column, String colour) {
        Value value = series.values().get(column);
        double top = y(Math.max(0, value.ours()));
        double bottom = y(Math.min(0, value.ours()));
        add(
                "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"><title>%s, %s: %s</title></rect>\n",
                x,
                top,
                width * 0.92,
                Math.max(0.5, bottom - top),
                colour,
                FigurePage.escaped(series.name()),
                FigurePage.escaped(findings.columns().get(column)),
                FigureText.number(value.ours()));
        value.paper().ifPresent(range -> {
            double from = y(Math.max(low, range.low()));
            double to = y(Math.min(high, range.high()));
            add(
                    "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"none\" stroke=\"#000\"/>\n",
                    x + width * 0.1, Math.min(from, to) - 1, width * 0.72, Math.abs(from - to) + 2);
        });
    }

    private double y(double value) {
        return TOP + HEIGHT * (high - value) / (high - low);
    }

    private void text(double x, double y, String anchor, String what) {
        add("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>\n", x, y, anchor, FigurePage.escaped(what));
    }

    private void add(String format, Object... arguments) {
        svg.append(String.format(Locale.ROOT, format, arguments));
    }
}
