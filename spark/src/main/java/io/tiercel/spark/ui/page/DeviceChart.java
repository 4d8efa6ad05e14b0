package io.tiercel.spark.ui.page;

import static io.tiercel.spark.ui.html.NumberFormats.some;

import io.tiercel.model.ByteSize;
import io.tiercel.spark.event.DeviceReads;
import io.tiercel.spark.event.DeviceReads.TierSum;
import io.tiercel.spark.ui.html.ChartFrame;
import io.tiercel.spark.ui.html.HtmlWriter;
import java.util.List;

/** Draws for each tier the bytes that its devices were planned to deliver, and did deliver, summed up over time. */
final class DeviceChart {
    private static final int HEIGHT = 120;
    private static final String PLANNED = "currentColor";
    private static final long KIB = 1024;

    /** An axis is in the largest unit of which there are so many. */
    private static final long LEAST_UNITS = 4;

    private DeviceChart() {}

    static void draw(HtmlWriter html, DeviceReads reads) {
        if (reads.tiers().isEmpty()) {
            html.leaf("p class='text-muted'", "Nothing was planned to be read, and no task has ended yet.");
            return;
        }
        long end =
                Math.max(reads.planned().endMillis(), Math.max(reads.happened().endMillis(), reads.millis()));
        reads.tiers().forEach(tier -> panel(html, reads, tier, end));
    }

    private static void panel(HtmlWriter html, DeviceReads reads, TierSum tier, long end) {
        TierChart.Place place = TierChart.Place.of(tier.tier());
        long most = reads.unitBytes()
                * Math.max(reads.planned().total(tier.tier()), reads.happened().total(tier.tier()));
        long unit = 1;
        while (most >= LEAST_UNITS * KIB * unit) {
            unit *= KIB;
        }
        double each = (double) reads.unitBytes() / unit;
        List<CumulativeLine> lines = List.of(
                new CumulativeLine("planned", reads.planned(), tier.tier(), each, PLANNED, true),
                new CumulativeLine("read", reads.happened(), tier.tier(), each, place.colour, false));
        html.open("div class='mb-2'");
        html.leaf("strong", name(tier))
                .text((tier.devices() == 0 ? ": " : " (" + some(tier.devices(), "device") + "): ")
                        + ByteSize.text(tier.plannedBytes()) + " planned, " + ByteSize.text(tier.readBytes())
                        + " read \u00a0");
        lines.forEach(line -> line.legend(html));
        html.empty("br");
        ChartFrame frame = ChartFrame.of(HEIGHT, 0, end, (double) most / unit);
        long axis = unit;
        frame.open(
                html,
                "tiercel-devices-" + tier.tier(),
                name(tier) + ": bytes planned and read",
                count -> ByteSize.text(count * axis));
        lines.get(0).draw(html, frame, end);
        lines.get(1).draw(html, frame, reads.millis());
        html.close().close();
    }

    /** The tier {@code REMOTE} has all reads over the network as well. */
    private static String name(TierSum tier) {
        TierChart.Place place = TierChart.Place.of(tier.tier());
        return place == TierChart.Place.REMOTE ? "Network and remote storage" : place.label;
    }
}
