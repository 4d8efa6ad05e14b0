package io.tiercel.spark.ui.page;

import static io.tiercel.spark.ui.html.NumberFormats.count;
import static io.tiercel.spark.ui.html.NumberFormats.share;

import io.tiercel.spark.event.TimeSeries;
import io.tiercel.spark.event.TimeSeries.Series;
import io.tiercel.spark.event.TimeSeriesCounter;
import io.tiercel.spark.ui.html.ChartFrame;
import io.tiercel.spark.ui.html.HtmlWriter;
import io.tiercel.spark.ui.html.NumberFormats;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Draws task starts over time by the place that they read from, as measured and at best. */
final class TierChart {
    private static final int HEIGHT = 150;

    /**
     * Labels and colours of read places: memory is green, the node's devices are blue, far places orange and red. Colour-blind readers
     * can tell them apart.
     */
    enum Place {
        PROCESS("Process", "#00441b"),
        MEMORY("Memory", "#41ab5d"),
        SSD("SSD", "#9ecae1"),
        HDD("HDD", "#3f7fbf"),
        RACK("Rack", "#fdb863"),
        REMOTE("Remote", "#d7301f"),
        UNKNOWN("Unknown", "#b5b5b5");

        final String label;
        final String colour;

        Place(String label, String colour) {
            this.label = label;
            this.colour = colour;
        }

        /** The place that a series is named for; unknown for a name of a later version. */
        static Place of(String name) {
            return Arrays.stream(values())
                    .filter(place -> place.name().equals(name))
                    .findFirst()
                    .orElse(UNKNOWN);
        }
    }

    private static final List<String> PLACES =
            Arrays.stream(Place.values()).map(Enum::name).toList();

    private TierChart() {}

    /**
     * The sum of {@code parts}. Its steps are as long as the longest of theirs, and doubled while there are too many. Each old step lies in
     * one new step: all begin at multiples of their length, and lengths differ by powers of two.
     */
    static TimeSeries sum(List<TimeSeries> parts) {
        List<TimeSeries> some = parts.stream().filter(part -> part.length() > 0).toList();
        if (some.isEmpty()) {
            return TimeSeries.NONE;
        }
        long start = some.stream().mapToLong(TimeSeries::startMillis).min().getAsLong();
        long step = some.stream().mapToLong(TimeSeries::stepMillis).max().getAsLong();
        TimeSeriesCounter sums = TimeSeriesCounter.since(start, step, PLACES);
        for (TimeSeries part : some) {
            for (Series series : part.series()) {
                int place = Place.of(series.name()).ordinal();
                for (int i = 0; i < series.counts().size(); i++) {
                    sums.add(
                            place,
                            part.startMillis() + i * part.stepMillis(),
                            series.counts().get(i));
                }
            }
        }
        return sums.series();
    }

    /** @param id of the first picture; the second one's ends with {@code -possible} */
    static void draw(HtmlWriter html, String id, TimeSeries happened, TimeSeries possible) {
        if (happened.length() == 0) {
            html.leaf("p class='text-muted'", "No task that reads files has started yet.");
            return;
        }
        int most = Math.max(most(happened), most(possible));
        panel(html, id, "Where tasks read", happened, most);
        panel(html, id + "-possible", "Where they could have read at best", possible, most);
    }

    private static void panel(HtmlWriter html, String id, String title, TimeSeries steps, int most) {
        html.open("div class='mb-2'");
        html.leaf("strong", title).text(" (task starts per " + NumberFormats.step(steps.stepMillis()) + ") ");
        legend(html, steps);
        html.empty("br");
        ChartFrame frame = ChartFrame.of(HEIGHT, steps.startMillis(), steps.endMillis(), most);
        frame.open(html, id, title);
        bars(html, frame, steps);
        html.close().close();
    }

    private static void legend(HtmlWriter html, TimeSeries steps) {
        for (Series series : steps.series()) {
            Place place = Place.of(series.name());
            html.open("svg width='11' height='11' aria-hidden='true'");
            html.empty("rect width='11' height='11' rx='2' fill='%s'", place.colour)
                    .close();
            String part = share(series.total(), steps.total());
            html.text(" " + place.label + " " + count(series.total()) + " (" + part + ") \u00a0");
        }
    }

    private static void bars(HtmlWriter html, ChartFrame frame, TimeSeries steps) {
        int[] below = new int[steps.length()];
        double width = frame.x().at(steps.startMillis() + steps.stepMillis())
                - frame.x().start();
        for (Series series : steps.series()) {
            Place place = Place.of(series.name());
            html.open("g fill='%s'", place.colour);
            for (int i = 0; i < series.counts().size(); i++) {
                int count = series.counts().get(i);
                if (count > 0) {
                    double left = frame.x().at(steps.startMillis() + i * steps.stepMillis());
                    double top = frame.y().at(below[i] + count);
                    double height = frame.y().at(below[i]) - top;
                    html.open("rect x='%s' y='%s' width='%s' height='%s'", left, top, Math.max(1, width - 0.6), height);
                    html.leaf("title", place.label + ": " + count(count)).close();
                    below[i] += count;
                }
            }
            html.close();
        }
    }

    private static int most(TimeSeries steps) {
        int[] sums = new int[steps.length()];
        for (Series series : steps.series()) {
            Arrays.setAll(
                    sums,
                    i -> sums[i] + (i < series.counts().size() ? series.counts().get(i) : 0));
        }
        return Arrays.stream(sums).max().orElse(0);
    }

    /** Draws one bar of the places' shares, for a table's cell. */
    static void bar(HtmlWriter html, TimeSeries steps) {
        if (steps.total() == 0) {
            return;
        }
        html.open("svg width='140' height='14' role='img'");
        double at = 0;
        for (Series series : steps.series()) {
            double width = 140.0 * series.total() / steps.total();
            html.empty("rect x='%s' width='%s' height='14' fill='%s'", at, width, Place.of(series.name()).colour);
            at += width;
        }
        html.leaf(
                        "title",
                        steps.series().stream()
                                .map(each -> Place.of(each.name()).label + " " + count(each.total()))
                                .collect(Collectors.joining(", ")))
                .close();
    }
}
