package io.tiercel.spark.ui.html;

import java.util.function.LongFunction;

/**
 * The frame of a chart: axes with labels, in the page's text colour, so that they are readable in light and dark pages.
 *
 * @param height of the chart, pixels
 * @param x milliseconds
 * @param y counts
 */
public record ChartFrame(int height, ChartAxis x, ChartAxis y) {
    private static final int WIDTH = 1_000;
    private static final int LEFT = 56;
    private static final int RIGHT = 12;
    private static final int TOP = 8;
    private static final int BOTTOM = 22;
    private static final int X_TICKS = 10;
    private static final int Y_TICKS = 3;

    public static ChartFrame of(int height, double fromMillis, double toMillis, double most) {
        return new ChartFrame(
                height,
                new ChartAxis(fromMillis, Math.max(toMillis, fromMillis + 1), LEFT, WIDTH - RIGHT),
                new ChartAxis(0, Math.max(1, most), height - BOTTOM, TOP));
    }

    /** Opens the picture and draws the axes. */
    public void open(HtmlWriter html, String id, String label) {
        open(html, id, label, NumberFormats::count);
    }

    /** The same with other words for whole counts. */
    public void open(HtmlWriter html, String id, String label, LongFunction<String> counts) {
        html.open(
                "svg id='%s' width='" + WIDTH + "' height='%s' viewBox='0 0 " + WIDTH
                        + " %s' role='img' aria-label='%s'"
                        + " font-size='11' fill='currentColor' xmlns='http://www.w3.org/2000/svg'",
                id,
                height,
                height,
                label);
        html.open("g stroke='currentColor' stroke-opacity='0.15'");
        for (double tick : y.ticks(Y_TICKS)) {
            line(html, x.start(), y.at(tick), x.end(), y.at(tick));
        }
        html.close();
        html.open("g text-anchor='end'");
        for (double tick : y.ticks(Y_TICKS)) {
            if (tick == Math.rint(tick)) {
                html.leaf("text x='%s' y='%s'", counts.apply((long) tick), x.start() - 6, y.at(tick) + 4);
            }
        }
        html.close();
        html.open("g text-anchor='middle'");
        for (double tick : x.timeTicks(X_TICKS)) {
            html.leaf("text x='%s' y='%s'", elapsed(tick - x.from()), x.at(tick), y.start() + 15);
        }
        html.close();
    }

    private static String elapsed(double millis) {
        if (millis < 120_000) {
            return plain(millis / 1e3) + " s";
        }
        return millis < 7_200_000 ? plain(millis / 6e4) + " min" : plain(millis / 3.6e6) + " h";
    }

    private static String plain(double value) {
        return value == Math.rint(value)
                ? Long.toString((long) value)
                : Double.toString(Math.round(100 * value) / 100.0);
    }

    public static void line(HtmlWriter html, double x1, double y1, double x2, double y2) {
        html.empty("line x1='%s' y1='%s' x2='%s' y2='%s'", x1, y1, x2, y2);
    }
}
