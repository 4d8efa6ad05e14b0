package io.tiercel.spark.ui.page;

import static io.tiercel.spark.ui.html.ChartAxis.pixels;
import static io.tiercel.spark.ui.html.NumberFormats.count;
import static io.tiercel.spark.ui.html.NumberFormats.share;

import io.tiercel.spark.event.TimeSeries;
import io.tiercel.spark.event.TimeSeries.Series;
import io.tiercel.spark.ui.html.ChartFrame;
import io.tiercel.spark.ui.html.HtmlWriter;
import io.tiercel.spark.ui.html.NumberFormats;
import java.util.ArrayList;
import java.util.List;

/** Draws task starts over time by the place that they read from, as measured and at best. */
final class TierChart {
    private static final int HEIGHT = 150;

    private TierChart() {}

    /** @param id of the first picture; the second one's ends with {@code -possible} */
    static void draw(HtmlWriter html, String id, TimeSeries happened, TimeSeries possible) {
        if (happened.length() == 0) {
            html.leaf("p", "No task that reads files has started yet.", "class", "text-muted");
            return;
        }
        int most = Math.max(most(happened), most(possible));
        panel(html, id, "Where tasks read", happened, most);
        panel(html, id + "-possible", "Where they could have read at best", possible, most);
    }

    private static void panel(HtmlWriter html, String id, String title, TimeSeries steps, int most) {
        html.open("div", "class", "mb-2");
        html.leaf("strong", title).text(" (task starts per " + NumberFormats.step(steps.stepMillis()) + ") ");
        legend(html, steps);
        html.empty("br");
        ChartFrame frame = ChartFrame.of(HEIGHT, steps.startMillis(), steps.endMillis(), most);
        frame.open(html, id, title);
        bars(html, frame, steps);
        html.close().close();
    }

    static void legend(HtmlWriter html, TimeSeries steps) {
        long all = steps.series().stream().mapToLong(Series::total).sum();
        for (Series series : steps.series()) {
            PlaceStyle place = PlaceStyle.of(series.name());
            swatch(html, place.colour());
            html.text(
                    " " + place.label() + " " + count(series.total()) + " (" + share(series.total(), all) + ") \u00a0");
        }
    }

    private static void swatch(HtmlWriter html, String colour) {
        html.open("svg", "width", "11", "height", "11", "aria-hidden", "true");
        html.empty("rect", "width", "11", "height", "11", "rx", "2", "fill", colour);
        html.close();
    }

    private static void bars(HtmlWriter html, ChartFrame frame, TimeSeries steps) {
        int[] below = new int[steps.length()];
        double width = frame.x().at(steps.startMillis() + steps.stepMillis())
                - frame.x().start();
        for (Series series : steps.series()) {
            PlaceStyle place = PlaceStyle.of(series.name());
            html.open("g", "fill", place.colour());
            for (int i = 0; i < series.counts().size(); i++) {
                int count = series.counts().get(i);
                if (count > 0) {
                    double top = frame.y().at(below[i] + count);
                    html.open(
                            "rect",
                            "x",
                            pixels(frame.x().at(steps.startMillis() + i * steps.stepMillis())),
                            "y",
                            pixels(top),
                            "width",
                            pixels(Math.max(1, width - 0.6)),
                            "height",
                            pixels(frame.y().at(below[i]) - top));
                    html.leaf("title", place.label() + ": " + count(count)).close();
                    below[i] += count;
                }
            }
            html.close();
        }
    }

    private static int most(TimeSeries steps) {
        int[] sums = new int[steps.length()];
        for (Series series : steps.series()) {
            for (int i = 0; i < series.counts().size(); i++) {
                sums[i] += series.counts().get(i);
            }
        }
        int most = 0;
        for (int sum : sums) {
            most = Math.max(most, sum);
        }
        return most;
    }

    /** Draws one bar of the places' shares, for a table's cell. */
    static void bar(HtmlWriter html, TimeSeries steps) {
        long all = steps.series().stream().mapToLong(Series::total).sum();
        if (all == 0) {
            return;
        }
        List<String> words = new ArrayList<>();
        html.open("svg", "width", "140", "height", "14", "role", "img");
        double at = 0;
        for (Series series : steps.series()) {
            PlaceStyle place = PlaceStyle.of(series.name());
            double width = 140.0 * series.total() / all;
            html.empty("rect", "x", pixels(at), "width", pixels(width), "height", "14", "fill", place.colour());
            at += width;
            words.add(place.label() + " " + count(series.total()));
        }
        html.leaf("title", String.join(", ", words)).close();
    }
}
