package io.tiercel.demo.placement;

import io.tiercel.demo.cluster.DemoSettings;
import io.tiercel.demo.data.TpchDataset;
import io.tiercel.demo.jobs.TpchJob;
import io.tiercel.demo.report.SoftwareVersions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Puts measurements, settings and what must be said about them together. */
final class PlacementReport {
    private final DemoSettings settings;
    private final TpchDataset dataset;
    private final Instant started;
    private final Duration took;

    PlacementReport(DemoSettings settings, TpchDataset dataset, Instant started, Duration took) {
        this.settings = settings;
        this.dataset = dataset;
        this.started = started;
        this.took = took;
    }

    DemoReport build(PolicyComparison comparison) {
        List<String> differences = comparison.differences();
        return new DemoReport(
                title(),
                started.toString(),
                took.toMillis() / 60_000.0,
                settingsShown(),
                SoftwareVersions.shown(),
                differences.isEmpty(),
                differences,
                comparison.overall(),
                comparison.jobs().stream()
                        .map(job -> new DemoReport.JobComparison(job, titleOf(job), comparison.byPolicy(job)))
                        .toList(),
                comparison.trials(),
                notes(comparison));
    }

    private String title() {
        return text(
                "%d Spark jobs over %s of TPC-H data on %d HDFS nodes with %d task %s each; one of %d replicas of each"
                        + " block on an SSD (%s/s), the others on HDDs (%s/s); %d %s, cold before every job.",
                settings.jobs().size(),
                settings.size(),
                settings.nodes(),
                settings.slots(),
                settings.slots() == 1 ? "slot" : "slots",
                settings.replication(),
                settings.ssd(),
                settings.hdd(),
                settings.rounds(),
                settings.rounds() == 1 ? "round" : "rounds");
    }

    private static String titleOf(String job) {
        return TpchJob.named(job).map(TpchJob::title).orElse(job);
    }

    private Map<String, String> settingsShown() {
        Map<String, String> shown = new LinkedHashMap<>();
        shown.put("data", settings.size() + text(" (scale factor %.3f), text and Parquet", dataset.scale()));
        shown.put("block size", settings.blockSize().toString());
        shown.put("replication", settings.replication() + ", one on SSD (ONE_SSD)");
        shown.put("nodes, racks", settings.nodes() + ", " + settings.racks());
        shown.put("task slots per node", Integer.toString(settings.slots()));
        shown.put("SSD, per node", settings.ssd() + "/s");
        shown.put("HDD, per node", settings.hdd() + "/s");
        shown.put("tier scores", "memory 1, SSD 8, HDD 20; rack 40, remote 100");
        shown.put("rounds", Integer.toString(settings.rounds()));
        shown.put("seed of the order", Long.toString(settings.seed()));
        return shown;
    }

    private List<String> notes(PolicyComparison comparison) {
        List<String> notes = new ArrayList<>();
        notes.add("The devices are emulated: each volume of each DataNode serves bytes at its bandwidth, and bytes that"
                + " are in the page cache at memory's speed. By default they run at a thirtieth of a SATA SSD (480"
                + " MiB/s) and of a 7,200 rpm disk (120 MiB/s), because all nodes share one machine's processors."
                + " Seeks are not emulated.");
        notes.add(
                "Cold means that before every job all block files leave the page cache, which each DataNode verifies. "
                        + pageCacheNote(comparison));
        notes.add("Seconds are those of the job inside the driver, planning included. Starting the application and"
                + " warming up its JVMs on a little other data come before, and are not counted.");
        notes.add("All four run with the same jar. Under stock it only counts: Spark's own code decides.");
        notes.add(crossCheck(comparison));
        notes.add("Every result is compared with stock's, row by row and digit by digit (SHA-256 of the sorted rows).");
        notes.add("The policies price a read by its tier alone. That tasks on one device share its bandwidth is not in"
                + " the paper's model: with several slots per node, or with devices of nearly the same speed,"
                + " reading from the fastest tier can be the slower choice (docs/limits.md).");
        return notes;
    }

    private static String pageCacheNote(PolicyComparison comparison) {
        long cached = comparison.overall().stream()
                .mapToLong(outcome -> outcome.servedBytes().getOrDefault("PAGE_CACHE", 0L))
                .sum();
        long all =
                comparison.overall().stream().mapToLong(PlacementReport::served).sum();
        return text("Of the bytes served, %.1f%% came from memory.", all == 0 ? 0 : 100.0 * cached / all);
    }

    private static String crossCheck(PolicyComparison comparison) {
        return comparison.overall().stream()
                .map(outcome -> text(
                        "%s %.0f%% and %.0f%%",
                        outcome.policy(), 100 * outcome.tiers().share("SSD"), 100 * fromSsd(outcome)))
                .collect(Collectors.joining(
                        "; ",
                        "Tasks by tier are the scheduler's word; the DataNodes count the bytes that they serve"
                                + " themselves. Tasks on SSD, and bytes from SSD: ",
                        "."));
    }

    private static double fromSsd(PolicyOutcome outcome) {
        long all = served(outcome);
        return (double) outcome.servedBytes().getOrDefault("SSD", 0L) / all;
    }

    private static long served(PolicyOutcome outcome) {
        return outcome.servedBytes().values().stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
