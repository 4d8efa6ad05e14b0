package io.tiercel.spark.ui.page;

import static io.tiercel.spark.ui.html.NumberFormats.at;
import static io.tiercel.spark.ui.html.NumberFormats.count;
import static io.tiercel.spark.ui.html.NumberFormats.duration;
import static io.tiercel.spark.ui.html.NumberFormats.seconds;
import static io.tiercel.spark.ui.html.NumberFormats.some;

import io.tiercel.model.ByteSize;
import io.tiercel.spark.event.DeviceReads;
import io.tiercel.spark.event.DeviceReads.Device;
import io.tiercel.spark.event.DeviceReads.PlanMade;
import io.tiercel.spark.event.DeviceReads.StartReason;
import io.tiercel.spark.ui.html.HtmlTable;
import io.tiercel.spark.ui.html.HtmlWriter;
import io.tiercel.spark.ui.html.PageParameters;
import java.util.Locale;

/** The part of a stage's page about the plan of its reads: its numbers, planned and actual reads by device, and reasons of starts. */
final class PlanSection {
    private PlanSection() {}

    static void draw(HtmlWriter html, DeviceReads reads, PageParameters query) {
        html.leaf("h4", "Plan of reads");
        html.open("ul class='list-unstyled'");
        html.item("Plans", plans(reads));
        PlanMade first = reads.first();
        PlanMade last = reads.last();
        if (first != null && last != null) {
            html.item("First plan", plan(first));
            if (reads.plans() > 1) {
                html.item("Last plan", plan(last));
            }
            html.item(
                    "Time",
                    duration(reads.millis() - first.atMillis()) + " since the first plan, which expected "
                            + seconds(first.seconds()) + (reads.over() ? "" : "; running"));
        }
        html.item("Slots held", duration(reads.heldMillis()) + ", summed over slots");
        if (reads.unmeasured() > 0) {
            html.item(
                    "Not measured",
                    some(reads.unmeasured(), "task") + ": copies of them ran, or their results tell no running time");
        }
        html.close();
        html.leaf("h4", "Devices over time");
        html.leaf(
                "p class='text-muted'",
                "Bytes that tasks had read when they ended, since the stage was submitted, against the first plan.");
        DeviceChart.draw(html, reads);
        html.leaf("h4", "Why tasks started where they did");
        starts().draw(html, reads.starts(), query);
        html.leaf("h4", "Devices (" + count(reads.devices().size()) + ")");
        if (reads.unlisted() > 0) {
            html.leaf("p", count(reads.unlisted()) + " further devices are summed up above and not listed.");
        }
        devices().draw(html, reads.devices(), query);
    }

    private static String plans(DeviceReads reads) {
        PlanMade last = reads.last();
        return last == null
                ? "none"
                : count(reads.plans()) + (reads.plans() == 1 ? "" : ", the last after " + duration(last.atMillis()));
    }

    /** Its time, and what is proved of it. */
    static String plan(PlanMade plan) {
        return some(plan.tasks(), "task") + " in " + seconds(plan.seconds()) + "; proved: at least "
                + seconds(plan.bound()) + " by the estimates then"
                + (Double.isFinite(plan.gap())
                        ? String.format(Locale.ROOT, ", so at most %.1f%% longer than the best plan", 100 * plan.gap())
                        : "");
    }

    private static HtmlTable<StartReason> starts() {
        return new HtmlTable<StartReason>("starts", "Starts", true)
                .text("Reason", "", StartReason::text)
                .text("Rule", "Its name in decision records", StartReason::reason)
                .count("Starts", "Tasks that were started for this reason", StartReason::starts);
    }

    private static HtmlTable<Device> devices() {
        return new HtmlTable<Device>("devices", "Read", true)
                .text("Device", "Tier, number of the volume, and node", Device::name)
                .number(
                        "Planned",
                        "What the first plan lets tasks read from it",
                        Device::plannedBytes,
                        device -> ByteSize.text(device.plannedBytes()))
                .number(
                        "Read",
                        "What tasks that have ended have read from it, by the places of their input",
                        Device::readBytes,
                        device -> ByteSize.text(device.readBytes()))
                .count("Planned tasks", "Tasks that the first plan lets read from it", Device::plannedTasks)
                .count("Tasks", "Tasks that have ended and have read from it", Device::tasks)
                .number(
                        "Planned end",
                        "When the last of its planned tasks was to end, from the submission of the stage",
                        Device::plannedEndMillis,
                        device -> at(device.plannedEndMillis()))
                .number(
                        "Last end",
                        "When the last task has ended that has read from it, from the submission of the stage",
                        Device::lastEndMillis,
                        device -> at(device.lastEndMillis()));
    }
}
