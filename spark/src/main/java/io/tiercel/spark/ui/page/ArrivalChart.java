package io.tiercel.spark.ui.page;

import static io.tiercel.spark.ui.html.ChartAxis.pixels;

import io.tiercel.spark.event.PrefetchPlanned;
import io.tiercel.spark.event.TimeSeries;
import io.tiercel.spark.event.TimeSeries.Series;
import io.tiercel.spark.ui.html.ChartFrame;
import io.tiercel.spark.ui.html.HtmlWriter;
import java.util.List;

/**
 * Draws arrivals of blocks in memory against first reads, both summed up over time, as planned and as measured. Blocks are late where the
 * line of reads is above the line of arrivals.
 */
final class ArrivalChart {
    private static final int HEIGHT = 200;

    private record Line(String label, TimeSeries steps, String series, String colour, boolean expected) {}

    private ArrivalChart() {}

    static void draw(HtmlWriter html, TimeSeries expected, TimeSeries happened) {
        String blocks = TierChart.Place.MEMORY.colour;
        String tasks = "#8e44ad";
        List<Line> lines = List.of(
                new Line("in memory, planned", expected, PrefetchPlanned.READY, blocks, true),
                new Line("in memory", happened, PrefetchPlanned.READY, blocks, false),
                new Line("first read, planned", expected, PrefetchPlanned.NEEDED, tasks, true),
                new Line("first read", happened, PrefetchPlanned.NEEDED, tasks, false));
        long end = Math.max(expected.endMillis(), happened.endMillis());
        long most = lines.stream()
                .mapToLong(line -> line.steps().total(line.series()))
                .max()
                .orElse(0);
        if (most == 0) {
            return;
        }
        html.open("div class='mb-2'");
        html.leaf("strong", "Blocks in memory and blocks begun to be read")
                .text(" (prefetched blocks, since the stage was submitted) ");
        lines.forEach(line -> legend(html, line));
        html.empty("br");
        ChartFrame frame = ChartFrame.of(HEIGHT, 0, end, most);
        frame.open(html, "tiercel-arrivals", "Prefetched blocks against task starts");
        lines.forEach(line -> draw(html, frame, line, end));
        html.close().close();
    }

    private static void legend(HtmlWriter html, Line line) {
        html.open("svg width='24' height='10' aria-hidden='true'");
        stroke(html, line);
        ChartFrame.line(html, 0, 5, 24, 5);
        html.close().close();
        html.text(" " + line.label() + " \u00a0");
    }

    private static void draw(HtmlWriter html, ChartFrame frame, Line line, long end) {
        TimeSeries steps = line.steps();
        StringBuilder path = new StringBuilder("M" + x(frame, 0) + "," + y(frame, 0));
        long sum = 0;
        for (Series series : steps.series()) {
            if (series.name().equals(line.series())) {
                for (int i = 0; i < series.counts().size(); i++) {
                    sum += series.counts().get(i);
                    path.append('H').append(x(frame, steps.startMillis() + (i + 1.0) * steps.stepMillis()));
                    path.append('V').append(y(frame, sum));
                }
            }
        }
        path.append('H').append(x(frame, end));
        stroke(html, line);
        html.open("path d='%s'", path).leaf("title", line.label()).close();
        html.close();
    }

    private static String x(ChartFrame frame, double millis) {
        return pixels(frame.x().at(millis));
    }

    private static String y(ChartFrame frame, double count) {
        return pixels(frame.y().at(count));
    }

    private static void stroke(HtmlWriter html, Line line) {
        html.open(
                "g fill='none' stroke='%s' stroke-width='%s' stroke-dasharray='%s'",
                line.colour(), line.expected() ? "1.2" : "2.2", line.expected() ? "5,4" : "none");
    }
}
