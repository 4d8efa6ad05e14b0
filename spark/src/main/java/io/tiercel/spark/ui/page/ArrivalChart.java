package io.tiercel.spark.ui.page;

import io.tiercel.spark.event.PrefetchPlanned;
import io.tiercel.spark.event.TimeSeries;
import io.tiercel.spark.ui.html.ChartFrame;
import io.tiercel.spark.ui.html.HtmlWriter;
import java.util.List;

/**
 * Draws arrivals of blocks in memory against first reads, both summed up over time, as planned and as measured. Blocks are late where the
 * line of reads is above the line of arrivals.
 */
final class ArrivalChart {
    private static final int HEIGHT = 200;

    private ArrivalChart() {}

    static void draw(HtmlWriter html, TimeSeries expected, TimeSeries happened) {
        String blocks = TierChart.Place.MEMORY.colour;
        String tasks = "#8e44ad";
        List<CumulativeLine> lines = List.of(
                new CumulativeLine("in memory, planned", expected, PrefetchPlanned.READY, 1, blocks, true),
                new CumulativeLine("in memory", happened, PrefetchPlanned.READY, 1, blocks, false),
                new CumulativeLine("first read, planned", expected, PrefetchPlanned.NEEDED, 1, tasks, true),
                new CumulativeLine("first read", happened, PrefetchPlanned.NEEDED, 1, tasks, false));
        long end = Math.max(expected.endMillis(), happened.endMillis());
        double most = lines.stream().mapToDouble(CumulativeLine::total).max().orElse(0);
        if (most == 0) {
            return;
        }
        html.open("div class='mb-2'");
        html.leaf("strong", "Blocks in memory and blocks begun to be read")
                .text(" (prefetched blocks, since the stage was submitted) ");
        lines.forEach(line -> line.legend(html));
        html.empty("br");
        ChartFrame frame = ChartFrame.of(HEIGHT, 0, end, most);
        frame.open(html, "tiercel-arrivals", "Prefetched blocks against task starts");
        lines.forEach(line -> line.draw(html, frame, end));
        html.close().close();
    }
}
