package io.tiercel.demo.sharedstorage;

import static io.tiercel.demo.report.ReportText.text;

import io.tiercel.demo.cluster.DemoSettings;
import io.tiercel.demo.report.Chart;
import io.tiercel.demo.report.Chart.Axis;
import io.tiercel.demo.report.Chart.Heading;
import io.tiercel.demo.report.ReportClaim;
import io.tiercel.demo.report.ReportClaim.Relation;
import io.tiercel.demo.report.ReportTable;
import io.tiercel.demo.report.SceneReport.ReportBuilder;
import io.tiercel.demo.report.Spread;
import io.tiercel.demo.report.Trials;
import io.tiercel.demo.sharedstorage.ForegroundReader.Demand;
import java.util.List;
import java.util.Map;

/** The bandwidth that a job's prefetches leave to another program. Each comparison is made within a round. */
final class IsolationReport {
    private static final double MIB = SharedStorageReport.MIB;

    /** Least part of its bandwidth that a reader keeps that leaves room for others. */
    private static final double KEPT = 0.95;

    /** The same of a reader that takes all, with a tenth of the time for prefetches. */
    private static final double KEPT_OF_ALL = 0.9 * KEPT;

    private final DemoSettings settings;
    private final LinkSettings link;
    private final Trials<IsolationTrial> trials;
    private final List<String> results;

    /**
     * One measurement.
     *
     * @param readRate bytes per second that the other program has got
     * @param linkRate bytes per second over the link, of all readers
     * @param peakBytes most bytes over the link in any second
     * @param peakRequests most requests over the link in any second
     */
    record IsolationTrial(
            int round,
            IsolationTreatment treatment,
            Demand demand,
            double readRate,
            double linkRate,
            long peakBytes,
            long peakRequests) {}

    /** A row of the table. */
    private record Row(Demand demand, IsolationTreatment treatment) {}

    /**
     * @param link to shared storage
     * @param results of the jobs
     */
    IsolationReport(DemoSettings settings, LinkSettings link, List<IsolationTrial> trials, List<String> results) {
        this.settings = settings;
        this.link = link;
        this.trials = new Trials<>(trials);
        this.results = results;
    }

    ReportBuilder report() {
        List<Demand> demands = List.of(Demand.values());
        List<IsolationTreatment> treatments = List.of(IsolationTreatment.values());
        ReportBuilder report = SharedStorageReport.withSetUp(
                        new ReportBuilder(
                                "shared-storage-isolation",
                                text(
                                        "Beside prefetches another program keeps %.0f%% of the half of the link that it wants; with a bound"
                                                + " %.0f%%, with time slices %.0f%%",
                                        100
                                                * kept(new Row(Demand.STEADY, IsolationTreatment.UNBOUNDED))
                                                        .median(),
                                        100
                                                * kept(new Row(Demand.STEADY, IsolationTreatment.BOUNDED))
                                                        .median(),
                                        100
                                                * kept(new Row(Demand.STEADY, IsolationTreatment.QUANTA))
                                                        .median()),
                                text(
                                        "A program reads S3 over a link of %s while a job prefetches %s into the caches of %d nodes; %s.",
                                        link, settings.size(), settings.nodes(), settings.roundsText())),
                        settings,
                        link)
                .claims(List.of(
                        claim(
                                "bound-steady",
                                "With a bound, a steady reader keeps its bandwidth within 5%",
                                new Row(Demand.STEADY, IsolationTreatment.BOUNDED),
                                KEPT),
                        claim(
                                "slices-steady",
                                "With time slices, a steady reader keeps its bandwidth within 5%",
                                new Row(Demand.STEADY, IsolationTreatment.QUANTA),
                                KEPT),
                        claim(
                                "slices-greedy",
                                "With 10% of the time for prefetches, a greedy reader keeps 90% of its bandwidth within 5%",
                                new Row(Demand.GREEDY, IsolationTreatment.QUANTA),
                                KEPT_OF_ALL),
                        ReportClaim.sameResults(Map.of("occupied", results))))
                .chart(Chart.bars(
                        Heading.ofBars(
                                "What the other program keeps",
                                "Its bandwidth, as a share of that alone: medians over the rounds, whiskers the range.",
                                "%"),
                        new Axis<>(treatments, treatment -> treatment.label),
                        new Axis<>(demands, demand -> demand.label),
                        (treatment, demand) -> scaled(kept(new Row(demand, treatment)))))
                .table(table(demands, treatments))
                .trials(trials.all());
        for (Demand demand : demands) {
            report.note("A " + demand.label + " reader wants " + demand.title + ".");
        }
        for (IsolationTreatment treatment : treatments) {
            report.note(treatment.label + ": " + treatment.title + ".");
        }
        return report.note(
                "All slots compute while the job's input comes, so no task reads. Tasks that read by themselves have no bound.");
    }

    private static Spread scaled(Spread share) {
        return new Spread(100 * share.median(), 100 * share.min(), 100 * share.max());
    }

    private ReportClaim claim(String name, String claim, Row row, double bound) {
        Spread kept = kept(row);
        return ReportClaim.of(
                name,
                claim,
                kept.median(),
                Relation.AT_LEAST,
                bound,
                text("%.1f%%", 100 * kept.median()),
                text(
                        "%s against %s MiB/s alone; %s of it kept within a round, and %s without a bound",
                        mebibytes(row),
                        mebibytes(new Row(row.demand(), IsolationTreatment.ALONE)),
                        kept.text("%.1f%% (%.1f%% to %.1f%%)", 100),
                        kept(new Row(row.demand(), IsolationTreatment.UNBOUNDED))
                                .text("%.1f%% (%.1f%% to %.1f%%)", 100)));
    }

    private String mebibytes(Row row) {
        return of(row).spread(IsolationTrial::readRate).text("%.2f (%.2f-%.2f)", 1 / MIB);
    }

    private ReportTable table(List<Demand> demands, List<IsolationTreatment> treatments) {
        List<Row> rows = demands.stream()
                .flatMap(demand -> treatments.stream().map(treatment -> new Row(demand, treatment)))
                .toList();
        return ReportTable.of(
                        "All figures",
                        "Medians, with the range over the rounds. Reads: the other program. Others: all else over the link. Peaks: the"
                                + " most of all readers in any second.",
                        rows)
                .column("prefetches", row -> row.treatment().label)
                .column("reader", row -> row.demand().label)
                .column("reads, MiB/s", this::mebibytes)
                .column("kept", row -> kept(row).text("%.1f%% (%.1f%%-%.1f%%)", 100))
                .column("others, MiB/s", row -> of(row).spread(
                                trial -> Math.max(0, trial.linkRate() - trial.readRate()))
                        .text("%.2f (%.2f-%.2f)", 1 / MIB))
                .column("peak MiB/s", row -> of(row).spread(IsolationTrial::peakBytes)
                        .text("%.1f (%.1f-%.1f)", 1 / MIB))
                .column("peak requests/s", row -> of(row).spread(IsolationTrial::peakRequests)
                        .text("%.0f (%.0f-%.0f)", 1))
                .build();
    }

    /** The part of its bandwidth alone that the other program keeps. */
    private Spread kept(Row row) {
        return of(row).spread(trial -> trial.readRate()
                / of(new Row(row.demand(), IsolationTreatment.ALONE))
                        .where(alone -> alone.round() == trial.round())
                        .median(IsolationTrial::readRate));
    }

    private Trials<IsolationTrial> of(Row row) {
        return trials.where(trial -> trial.treatment() == row.treatment() && trial.demand() == row.demand());
    }
}
