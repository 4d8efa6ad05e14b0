package io.tiercel.spark.ui.page;

import static io.tiercel.spark.ui.html.NumberFormats.at;

import io.tiercel.spark.event.PrefetchOutcomes;
import io.tiercel.spark.event.PrefetchOutcomes.BlockOutcome;
import io.tiercel.spark.event.PrefetchPlanned;
import io.tiercel.spark.event.PrefetchPlanned.PlannedBlock;
import io.tiercel.spark.event.TiercelEvent;
import io.tiercel.spark.ui.html.ChartAxis;
import io.tiercel.spark.ui.html.ChartFrame;
import io.tiercel.spark.ui.html.HtmlWriter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * A block of a plan with its outcome.
 *
 * @param outcome null if it was not requested, or is unknown
 * @param over whether the stage is over
 */
record BlockRow(PlannedBlock plan, @Nullable BlockOutcome outcome, boolean over) {
    private static final int WIDTH = 280;
    private static final int HEIGHT = 16;
    private static final String IN_TIME = TierChart.Place.MEMORY.colour;
    private static final String LATE = "#e67e22";
    private static final String OPEN = "#9e9e9e";
    private static final String TASK = "#8e44ad";

    static List<BlockRow> of(PrefetchPlanned plan, @Nullable PrefetchOutcomes outcomes) {
        Map<String, BlockOutcome> byBlock = new HashMap<>();
        boolean over = outcomes != null && outcomes.over();
        if (outcomes != null) {
            outcomes.blocks().forEach(each -> byBlock.put(each.block(), each));
        }
        return plan.blocks().stream()
                .map(block -> new BlockRow(block, byBlock.get(block.block()), over))
                .toList();
    }

    long arrivedMillis() {
        return outcome == null ? TiercelEvent.NEVER : outcome.arrivedMillis();
    }

    private boolean isLate() {
        return outcome != null && outcome.startedMillis() != TiercelEvent.NEVER && !outcome.used();
    }

    long startedMillis() {
        return outcome == null ? TiercelEvent.NEVER : outcome.startedMillis();
    }

    /** The last time on its time line. */
    long lastMillis() {
        return LongStream.of(
                        plan.taken() ? plan.readyMillis() : 0, plan.neededMillis(), arrivedMillis(), startedMillis())
                .max()
                .orElse(0);
    }

    /** Its outcome in words. */
    String result() {
        if (outcome == null) {
            return plan.taken() ? "not asked for" : "";
        }
        if (outcome.startedMillis() == TiercelEvent.NEVER) {
            return over ? "not read" : "waits";
        }
        return isLate() ? "late" : "in time";
    }

    /**
     * Draws it on its stage's time line, for a table's cell. A hollow bar ends at the planned arrival. A full bar ends at the arrival, or at
     * the start of a first task that did not wait. A thin mark is the planned start of the first task, a thick mark the actual one.
     *
     * @param endMillis end of the time line that all rows share
     */
    void draw(HtmlWriter html, long endMillis) {
        ChartAxis x = new ChartAxis(0, Math.max(1, endMillis), 2, WIDTH - 2);
        html.open("svg width='%s' height='%s' role='img'", WIDTH, HEIGHT);
        // Its prefetch ended when it arrived, or when its first task started without it.
        long doneMillis = isLate() ? startedMillis() : arrivedMillis();
        if (doneMillis != TiercelEvent.NEVER) {
            html.open("g fill='%s'", colour());
            bar(html, x, doneMillis, 4, 8);
        }
        if (plan.taken() && plan.readyMillis() != TiercelEvent.NEVER) {
            html.open("g fill='none' stroke='%s'", IN_TIME);
            bar(html, x, plan.readyMillis(), 2, 12);
        }
        mark(html, x, plan.neededMillis(), "1.5", "2,2");
        mark(html, x, startedMillis(), "3", "none");
        html.leaf("title", words()).close();
    }

    private String colour() {
        return switch (result()) {
            case "in time" -> IN_TIME;
            case "late" -> LATE;
            default -> OPEN;
        };
    }

    private static void bar(HtmlWriter html, ChartAxis x, long endMillis, int top, int height) {
        double width = Math.max(0.5, x.at(endMillis) - x.start());
        html.empty("rect x='2' y='%s' width='%s' height='%s'", top, width, height);
        html.close();
    }

    private static void mark(HtmlWriter html, ChartAxis x, long millis, String width, String dashes) {
        if (millis != TiercelEvent.NEVER) {
            html.open("g stroke='%s' stroke-width='%s' stroke-dasharray='%s'", TASK, width, dashes);
            ChartFrame.line(html, x.at(millis), 0, x.at(millis), HEIGHT);
            html.close();
        }
    }

    private String words() {
        return String.format(
                "in memory at %s (planned %s), first read at %s (planned %s)",
                at(arrivedMillis()), at(plan.readyMillis()), at(startedMillis()), at(plan.neededMillis()));
    }

    static void legend(HtmlWriter html) {
        html.open("p class='mb-1'");
        key(html, "in memory in time", "fill='%s'", IN_TIME);
        key(html, "late: its first task started before it arrived", "fill='%s'", LATE);
        key(html, "in memory, not read", "fill='%s'", OPEN);
        key(html, "planned to be in memory", "fill='none' stroke='%s'", IN_TIME);
        key(html, "first task started", "fill='%s'", TASK);
        html.text("thin: planned start of the first task").close();
    }

    private static void key(HtmlWriter html, String text, String style, String colour) {
        html.open("svg width='13' height='12' aria-hidden='true'").open("g " + style, colour);
        html.empty("rect x='1' y='1' width='11' height='10'");
        html.close().close().text(" " + text + " \u00a0");
    }
}
