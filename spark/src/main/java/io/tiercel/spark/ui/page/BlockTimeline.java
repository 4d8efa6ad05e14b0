package io.tiercel.spark.ui.page;

import static io.tiercel.spark.ui.html.ChartAxis.pixels;
import static io.tiercel.spark.ui.html.NumberFormats.at;

import io.tiercel.spark.event.TiercelEvent;
import io.tiercel.spark.ui.html.ChartAxis;
import io.tiercel.spark.ui.html.ChartFrame;
import io.tiercel.spark.ui.html.HtmlWriter;

/**
 * Draws one block on its stage's time line, for a table's cell. A hollow bar ends at the planned arrival. A full bar ends at the arrival, or
 * at the start of a first task that did not wait. A thin mark is the planned start of the first task, a thick mark the actual one.
 */
final class BlockTimeline {
    private static final int WIDTH = 280;
    private static final int HEIGHT = 16;
    private static final String IN_TIME = PlaceStyle.MEMORY.colour();
    private static final String LATE = "#e67e22";
    private static final String OPEN = "#9e9e9e";
    private static final String TASK = "#8e44ad";

    private BlockTimeline() {}

    /** @param endMillis end of the time line that all rows share */
    static void draw(HtmlWriter html, BlockRow row, long endMillis) {
        ChartAxis x = new ChartAxis(0, Math.max(1, endMillis), 2, WIDTH - 2);
        html.open("svg", "width", Integer.toString(WIDTH), "height", Integer.toString(HEIGHT), "role", "img");
        if (row.doneMillis() != TiercelEvent.NEVER) {
            rect(html, x.at(row.doneMillis()) - x.start(), 4, 8, "fill", colour(row));
        }
        if (row.plan().taken() && row.plan().readyMillis() != TiercelEvent.NEVER) {
            rect(html, x.at(row.plan().readyMillis()) - x.start(), 2, 12, "fill", "none", "stroke", IN_TIME);
        }
        mark(html, x, row.plan().neededMillis(), "1.5", "2,2");
        mark(html, x, row.startedMillis(), "3", "none");
        html.leaf("title", words(row)).close();
    }

    private static String colour(BlockRow row) {
        return switch (row.result()) {
            case "in time" -> IN_TIME;
            case "late" -> LATE;
            default -> OPEN;
        };
    }

    private static void rect(HtmlWriter html, double width, int top, int height, String... style) {
        html.open("g", style);
        html.empty(
                "rect",
                "x",
                "2",
                "y",
                Integer.toString(top),
                "width",
                pixels(Math.max(0.5, width)),
                "height",
                Integer.toString(height));
        html.close();
    }

    private static void mark(HtmlWriter html, ChartAxis x, long millis, String width, String dashes) {
        if (millis != TiercelEvent.NEVER) {
            html.open("g", "stroke", TASK, "stroke-width", width, "stroke-dasharray", dashes);
            ChartFrame.line(html, x.at(millis), 0, x.at(millis), HEIGHT);
            html.close();
        }
    }

    private static String words(BlockRow row) {
        return "in memory at " + at(row.arrivedMillis()) + " (planned "
                + at(row.plan().readyMillis()) + "), first read at "
                + at(row.startedMillis())
                + " (planned " + at(row.plan().neededMillis()) + ")";
    }

    /** Explains the marks. */
    static void legend(HtmlWriter html) {
        html.open("p", "class", "mb-1");
        key(html, "in memory in time", "fill", IN_TIME);
        key(html, "late: its first task did not wait", "fill", LATE);
        key(html, "in memory, not read", "fill", OPEN);
        key(html, "planned to be in memory", "fill", "none", "stroke", IN_TIME);
        key(html, "first task started", "fill", TASK);
        html.text("thin: planned start of the first task").close();
    }

    private static void key(HtmlWriter html, String text, String... style) {
        html.open("svg", "width", "13", "height", "12", "aria-hidden", "true").open("g", style);
        html.empty("rect", "x", "1", "y", "1", "width", "11", "height", "10");
        html.close().close().text(" " + text + " \u00a0");
    }
}
