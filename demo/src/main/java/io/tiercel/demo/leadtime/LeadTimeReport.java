package io.tiercel.demo.leadtime;

import static io.tiercel.demo.report.ReportText.percent;
import static io.tiercel.demo.report.ReportText.text;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tiercel.demo.cluster.DemoSettings;
import io.tiercel.demo.jobs.JobTimeline;
import io.tiercel.demo.leadtime.LeadTimeTreatment.LeadTimeOption;
import io.tiercel.demo.leadtime.LeadTimeTreatment.LeadTimeRun;
import io.tiercel.demo.report.Chart;
import io.tiercel.demo.report.Chart.Axis;
import io.tiercel.demo.report.Chart.Heading;
import io.tiercel.demo.report.ReportClaim;
import io.tiercel.demo.report.ReportClaim.Relation;
import io.tiercel.demo.report.ReportTable;
import io.tiercel.demo.report.SceneReport.ReportBuilder;
import io.tiercel.demo.report.Spread;
import io.tiercel.demo.report.Trials;
import io.tiercel.demo.run.JobTrial;
import io.tiercel.record.ReadPlace;
import io.tiercel.sim.validation.MeasuredRun;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

final class LeadTimeReport {
    /** Longest time with enough lead time, as a multiple of the time with everything in memory. */
    private static final double NEAR = 1.05;

    /** Least speed with half of the lead time, as a multiple of stock's. */
    private static final double FASTER = 1.3;

    private final DemoSettings settings;
    private final double need;
    private final Trials<LeadTimeTrial> trials;
    private final List<LeadTimeRun> runs = Arrays.stream(LeadTimeTreatment.values())
            .flatMap(treatment -> treatment.leads().stream().map(lead -> new LeadTimeRun(treatment, lead)))
            .toList();

    /** @param need seconds in which all devices together read the input */
    LeadTimeReport(DemoSettings settings, double need, List<LeadTimeTrial> trials) {
        this.settings = settings;
        this.need = need;
        this.trials = new Trials<>(trials);
    }

    ReportBuilder report() {
        ReportBuilder report = new ReportBuilder(
                        "lead-time",
                        text(
                                "Hinted in time, a job over cold data is %.1f times as fast as on stock Spark; hinted"
                                        + " half in time, %.1f times",
                                against(LeadTimeTreatment.STOCK, LeadTimeOption.ENOUGH)
                                        .median(),
                                against(LeadTimeTreatment.STOCK, LeadTimeOption.HALF)
                                        .median()),
                        text(
                                "A search for a word in %s of cold text on %s; the devices need %.1f s to read it; %s.",
                                settings.size(), settings.nodesOnHdd(), need, settings.roundsText()))
                .settings(settings.shown("all on HDD"))
                .warnings(settings.warnings())
                .claims(claims())
                .chart(bars(
                        Heading.ofBars(
                                "How long the job takes",
                                "Seconds of the job alone, without the lead time: medians over the rounds, whiskers"
                                        + " from the fastest round to the slowest.",
                                " s"),
                        trial -> trial.run().seconds()))
                .chart(bars(
                        Heading.ofBars(
                                "What was in memory when the job began",
                                "Share of the input, as the coordinator knew it (HDFS' own cache: as the NameNode"
                                        + " did).",
                                "%"),
                        trial -> 100 * trial.inMemory()))
                .table(table())
                .table(accounts())
                .trials(trials.all())
                .measured(settings.measured(
                        "lead-time",
                        0,
                        Map.of(),
                        trials.stream().map(LeadTimeTrial::measured).toList()));
        for (LeadTimeOption lead : LeadTimeOption.values()) {
            report.setting("lead time, " + lead.id(), text("%.1f s", lead.seconds(need)));
        }
        notes(report);
        return report;
    }

    private List<ReportClaim> claims() {
        Spread near = against(LeadTimeTreatment.MEMORY, LeadTimeOption.ENOUGH);
        return List.of(
                ReportClaim.of(
                        "enough-lead-time",
                        "With enough lead time within 5% of everything in memory",
                        1 / near.median(),
                        Relation.AT_MOST,
                        NEAR,
                        text("%+.1f%%", 100 * (1 / near.median() - 1)),
                        text(
                                "%.2f s against %.2f s, medians; runs from %+.1f%% to %+.1f%%",
                                seconds(LeadTimeTreatment.DYRS, LeadTimeOption.ENOUGH),
                                seconds(LeadTimeTreatment.MEMORY, LeadTimeOption.NONE),
                                100 * (1 / near.max() - 1),
                                100 * (1 / near.min() - 1))),
                fasterThanStock(
                        "half-lead-time",
                        "At least 1.3 times as fast as stock with half of the lead time",
                        LeadTimeOption.HALF,
                        FASTER),
                fasterThanStock("no-lead-time", "Never slower than stock with no lead time", LeadTimeOption.NONE, 1),
                ReportClaim.sameResults(Map.of(
                        "grep",
                        trials.stream().map(trial -> trial.run().sha256()).toList())));
    }

    private ReportClaim fasterThanStock(String name, String claim, LeadTimeOption lead, double least) {
        Spread ratio = against(LeadTimeTreatment.STOCK, lead);
        return ReportClaim.of(
                name,
                claim,
                ratio.median(),
                Relation.AT_LEAST,
                least,
                text("%.2f×", ratio.median()),
                text(
                        "%.1f s against stock's %.1f s, medians; %s; the disks read %.0f MiB against %.0f",
                        seconds(LeadTimeTreatment.DYRS, lead),
                        seconds(LeadTimeTreatment.STOCK, LeadTimeOption.NONE),
                        ratio.text("%.2f times as fast (%.2f to %.2f)", 1),
                        mebibytes(of(LeadTimeTreatment.DYRS, lead), JobTrial.HDD),
                        mebibytes(of(LeadTimeTreatment.STOCK, LeadTimeOption.NONE), JobTrial.HDD)));
    }

    /** How many times as fast as a treatment without lead time is in the same round. */
    private Spread against(LeadTimeTreatment treatment, LeadTimeOption lead) {
        Trials<LeadTimeTrial> baseline = of(treatment, LeadTimeOption.NONE);
        return of(LeadTimeTreatment.DYRS, lead)
                .spread(trial ->
                        baseline.where(each -> each.run().round() == trial.run().round())
                                        .median(each -> each.run().seconds())
                                / trial.run().seconds());
    }

    private Chart bars(Heading heading, ToDoubleFunction<LeadTimeTrial> value) {
        return Chart.bars(
                heading,
                new Axis<>(runs, this::label),
                new Axis<>(List.of("median"), name -> name),
                (run, name) -> of(run).spread(value));
    }

    private String label(LeadTimeRun run) {
        return run.treatment().takesTime()
                ? text(
                        "%s, %s (%.0f s)",
                        run.treatment().label, run.lead().id(), run.lead().seconds(need))
                : run.treatment().label;
    }

    private ReportTable table() {
        return ReportTable.of(
                        "All figures",
                        "Seconds: median, and range over the rounds. Bytes: what the DataNodes read, for tasks and into"
                                + " memory, in MiB.",
                        runs)
                .column("treatment", run -> run.treatment().label)
                .column("lead", run -> run.treatment().takesTime() ? run.lead().id() : "-")
                .column("seconds", run -> of(run).spread(trial -> trial.run().seconds())
                        .seconds())
                .column("in memory before", run -> percent(of(run).median(LeadTimeTrial::inMemory)))
                .column(
                        "tasks at memory",
                        // Without a coordinator the scheduler does not know what is in memory.
                        run -> run.treatment() == LeadTimeTreatment.MEMORY
                                ? "-"
                                : percent(of(run).median(
                                                trial -> trial.run().tiers().share(ReadPlace.MEMORY))))
                .column("off HDD", run -> text("%.0f", mebibytes(of(run), JobTrial.HDD)))
                .column("out of memory", run -> text("%.0f", mebibytes(of(run), JobTrial.PAGE_CACHE)))
                .build();
    }

    /** Splits a job's seconds into work of its tasks, idle slots, and the time around them. */
    private ReportTable accounts() {
        return ReportTable.of(
                        "Where the time goes",
                        "Each job's seconds are: before the first task + tasks + slots idle + after the last task. Here each is"
                                + " a median, so sums differ a little. Tasks: the time of all tasks, divided by the slots."
                                + " Idle: slots without a task between the first task's start and the last one's end.",
                        runs)
                .column("treatment", this::label)
                .column("seconds", run -> part(run, trial -> trial.run().seconds()))
                .column(
                        "before the first task",
                        run -> part(run, trial -> trial.timeline().first()))
                .column("tasks", run -> part(run, this::taskSeconds))
                .column("slots idle", run -> part(run, this::idleSeconds))
                .column(
                        "after the last task",
                        run -> part(
                                run,
                                trial ->
                                        trial.run().seconds() - trial.timeline().last()))
                .column(
                        "most tasks of a node",
                        run -> text(
                                "%.0f", of(run).median(trial -> trial.timeline().mostOfANode())))
                .build();
    }

    private double taskSeconds(LeadTimeTrial trial) {
        return trial.timeline().busy() / (settings.nodes() * settings.slots());
    }

    private double idleSeconds(LeadTimeTrial trial) {
        return trial.timeline().last() - trial.timeline().first() - taskSeconds(trial);
    }

    private String part(LeadTimeRun run, ToDoubleFunction<LeadTimeTrial> seconds) {
        return text("%.2f", of(run).median(seconds));
    }

    private static void notes(ReportBuilder report) {
        for (LeadTimeTreatment treatment : LeadTimeTreatment.values()) {
            report.note(treatment.label + ": " + treatment.title + "; tasks are placed by the policy "
                    + treatment.policy + ".");
        }
        report.notes();
    }

    private double seconds(LeadTimeTreatment treatment, LeadTimeOption lead) {
        return of(treatment, lead).median(trial -> trial.run().seconds());
    }

    private static double mebibytes(Trials<LeadTimeTrial> some, String where) {
        return some.median(trial -> trial.run().served(where) / (double) (1 << 20));
    }

    private Trials<LeadTimeTrial> of(LeadTimeRun run) {
        return of(run.treatment(), run.lead());
    }

    private Trials<LeadTimeTrial> of(LeadTimeTreatment treatment, LeadTimeOption lead) {
        return trials.where(trial -> trial.treatment() == treatment && trial.lead() == lead);
    }

    /**
     * The job, run once.
     *
     * @param leadSeconds from the hint to the job's start
     * @param inputBytes length of the job's files
     * @param timeline when its tasks ran
     * @param inMemory share of these that was in memory when the job began, as the coordinator knew it; 0 if it had not been asked
     */
    record LeadTimeTrial(
            LeadTimeTreatment treatment,
            LeadTimeOption lead,
            double leadSeconds,
            long inputBytes,
            double inMemory,
            JobTimeline timeline,
            @JsonUnwrapped JobTrial run) {
        MeasuredRun measured() {
            return run.measured(treatment.id(), "lead " + lead.id(), leadSeconds, inputBytes);
        }
    }
}
