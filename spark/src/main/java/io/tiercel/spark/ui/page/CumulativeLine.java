package io.tiercel.spark.ui.page;

import static io.tiercel.spark.ui.html.ChartAxis.pixels;

import io.tiercel.spark.event.TimeSeries;
import io.tiercel.spark.event.TimeSeries.Series;
import io.tiercel.spark.ui.html.ChartFrame;
import io.tiercel.spark.ui.html.HtmlWriter;

/**
 * A line of a chart: the sum of one of the counts over time. It is dashed if it was only planned.
 *
 * @param label in the legend
 * @param series the name of the count among the steps
 * @param each the value of one of what is counted, on the chart's axis
 * @param planned whether it was only planned
 */
record CumulativeLine(String label, TimeSeries steps, String series, double each, String colour, boolean planned) {
    /** The value at the end. */
    double total() {
        return each * steps.total(series);
    }

    void legend(HtmlWriter html) {
        html.open("svg width='24' height='10' aria-hidden='true'");
        stroke(html);
        ChartFrame.line(html, 0, 5, 24, 5);
        html.close().close();
        html.text(" " + label + " \u00a0");
    }

    /** @param until where the line ends, milliseconds */
    void draw(HtmlWriter html, ChartFrame frame, long until) {
        StringBuilder path = new StringBuilder("M" + x(frame, 0) + "," + y(frame, 0));
        long sum = 0;
        for (Series of : steps.series()) {
            if (of.name().equals(series)) {
                for (int i = 0; i < of.counts().size(); i++) {
                    sum += of.counts().get(i);
                    path.append('H').append(x(frame, steps.startMillis() + (i + 1.0) * steps.stepMillis()));
                    path.append('V').append(y(frame, each * sum));
                }
            }
        }
        path.append('H').append(x(frame, until));
        stroke(html);
        html.open("path d='%s'", path).leaf("title", label).close();
        html.close();
    }

    private static String x(ChartFrame frame, double millis) {
        return pixels(frame.x().at(millis));
    }

    private static String y(ChartFrame frame, double value) {
        return pixels(frame.y().at(value));
    }

    private void stroke(HtmlWriter html) {
        html.open(
                "g fill='none' stroke='%s' stroke-width='%s' stroke-dasharray='%s'",
                colour, planned ? "1.2" : "2.2", planned ? "5,4" : "none");
    }
}
