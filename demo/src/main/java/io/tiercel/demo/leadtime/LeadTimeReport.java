package io.tiercel.demo.leadtime;

import io.tiercel.demo.cluster.DemoSettings;
import io.tiercel.demo.report.Chart;
import io.tiercel.demo.report.ReportClaim;
import io.tiercel.demo.report.ReportTable;
import io.tiercel.demo.report.Spread;
import io.tiercel.demo.run.Draft;
import io.tiercel.demo.run.HddScene;
import io.tiercel.demo.run.SceneFindings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** What the trials of <em>lead time</em> say. */
final class LeadTimeReport implements SceneFindings {
    /** With enough lead time, against everything in memory. */
    private static final double NEAR = 1.05;
    /** With half of it, against stock. */
    private static final double FASTER = 1.3;

    private final DemoSettings settings;
    private final double need;
    private final List<LeadTimeTrial> trials;

    /** @param need seconds in which all devices together read the input */
    LeadTimeReport(DemoSettings settings, double need, List<LeadTimeTrial> trials) {
        this.settings = settings;
        this.need = need;
        this.trials = trials;
    }

    @Override
    public ReportClaim sameResults() {
        return ReportClaim.ofSameResults(
                trials.stream().map(LeadTimeTrial::sha256).toList());
    }

    @Override
    public Draft draft() {
        return new Draft(
                "lead-time",
                text(
                        "Hinted in time, a job over cold data is %.1f times as fast as on stock Spark; hinted half in"
                                + " time, %.1f times",
                        against(LeadTimeTreatment.STOCK, LeadTimeOption.ENOUGH).median(),
                        against(LeadTimeTreatment.STOCK, LeadTimeOption.HALF).median()),
                title(),
                settingsShown(),
                verdicts(),
                List.of(seconds(), served()),
                List.of(figures()),
                trials,
                notes());
    }

    private String title() {
        return text(
                "A search for a word in %s of cold text on %s; the devices need %.1f s to read it; %d rounds.",
                settings.size(), HddScene.nodes(settings), need, settings.rounds());
    }

    private List<ReportClaim> verdicts() {
        Spread near = against(LeadTimeTreatment.MEMORY, LeadTimeOption.ENOUGH);
        Spread half = against(LeadTimeTreatment.STOCK, LeadTimeOption.HALF);
        Spread none = against(LeadTimeTreatment.STOCK, LeadTimeOption.NONE);
        return List.of(
                new ReportClaim(
                        "With enough lead time within 5% of everything in memory",
                        text("%+.1f%%", 100 * (1 / near.median() - 1)),
                        text(
                                "%.2f s against %.2f s, medians; runs from %+.1f%% to %+.1f%%",
                                of(LeadTimeTreatment.DYRS, LeadTimeOption.ENOUGH, LeadTimeTrial::seconds)
                                        .median(),
                                of(LeadTimeTreatment.MEMORY, LeadTimeOption.NONE, LeadTimeTrial::seconds)
                                        .median(),
                                100 * (1 / near.max() - 1),
                                100 * (1 / near.min() - 1)),
                        1 / near.median() <= NEAR),
                new ReportClaim(
                        "At least 1.3 times as fast as stock with half of the lead time",
                        text("%.2f×", half.median()),
                        times(half, LeadTimeOption.HALF),
                        half.median() >= FASTER),
                new ReportClaim(
                        "Never slower than stock with no lead time",
                        text("%.2f×", none.median()),
                        times(none, LeadTimeOption.NONE),
                        none.median() >= 1),
                sameResults());
    }

    private String times(Spread ratio, LeadTimeOption lead) {
        return text(
                "%.1f s against stock's %.1f s, medians; runs from %.2f to %.2f times as fast; the disks read %.0f MiB"
                        + " against %.0f",
                of(LeadTimeTreatment.DYRS, lead, LeadTimeTrial::seconds).median(),
                of(LeadTimeTreatment.STOCK, LeadTimeOption.NONE, LeadTimeTrial::seconds)
                        .median(),
                ratio.min(),
                ratio.max(),
                mib(LeadTimeTreatment.DYRS, lead, "HDD"),
                mib(LeadTimeTreatment.STOCK, LeadTimeOption.NONE, "HDD"));
    }

    /** How many times as fast as a treatment without lead time is in the same round. */
    private Spread against(LeadTimeTreatment treatment, LeadTimeOption lead) {
        return Spread.of(trials(LeadTimeTreatment.DYRS, lead)
                .map(trial -> inRound(trial.round(), treatment) / trial.seconds())
                .toList());
    }

    private double inRound(int round, LeadTimeTreatment treatment) {
        return Spread.of(trials(treatment, LeadTimeOption.NONE)
                        .filter(trial -> trial.round() == round)
                        .map(LeadTimeTrial::seconds)
                        .toList())
                .median();
    }

    private Chart seconds() {
        return bars(
                "How long the job takes",
                "Seconds of the job alone, without the lead time: medians over the rounds, whiskers from the fastest"
                        + " round to the slowest.",
                " s",
                LeadTimeTrial::seconds);
    }

    private Chart served() {
        return bars(
                "What was in memory when the job began",
                "Share of the input, as the coordinator knew it (HDFS' own cache: as the NameNode did).",
                "%",
                trial -> 100 * trial.inMemory());
    }

    private Chart bars(String title, String lead, String unit, ToDoubleFunction<LeadTimeTrial> value) {
        return Chart.bars(
                title,
                lead,
                unit,
                runs().map(this::label).toList(),
                List.of(new Chart.Series(
                        "median",
                        runs().map(run -> Chart.Point.of(of(run.treatment(), run.lead(), value)))
                                .toList())),
                null);
    }

    private static Stream<LeadTimeRun> runs() {
        return Arrays.stream(LeadTimeTreatment.values())
                .flatMap(treatment -> treatment.leads().stream().map(lead -> new LeadTimeRun(treatment, lead)));
    }

    private String label(LeadTimeRun run) {
        return run.treatment().takesTime()
                ? text(
                        "%s, %s (%.0f s)",
                        run.treatment().id(), run.lead().id(), run.lead().seconds(need))
                : run.treatment().id();
    }

    private ReportTable figures() {
        return new ReportTable(
                "All figures",
                "Seconds: median, and range over the rounds. Bytes: what the DataNodes read, for tasks and into"
                        + " memory, in MiB.",
                List.of(
                        "treatment",
                        "lead",
                        "seconds",
                        "in memory before",
                        "tasks at memory",
                        "off HDD",
                        "out of memory"),
                runs().map(this::row).toList());
    }

    private List<String> row(LeadTimeRun run) {
        LeadTimeTreatment treatment = run.treatment();
        LeadTimeOption lead = run.lead();
        return List.of(
                treatment.id(),
                treatment.takesTime() ? lead.id() : "-",
                of(treatment, lead, LeadTimeTrial::seconds).seconds(),
                text(
                        "%.0f%%",
                        100 * of(treatment, lead, LeadTimeTrial::inMemory).median()),
                text(
                        "%.0f%%",
                        100 * of(treatment, lead, LeadTimeReport::memoryTasks).median()),
                text("%.0f", mib(treatment, lead, "HDD")),
                text("%.0f", mib(treatment, lead, "PAGE_CACHE")));
    }

    private static double memoryTasks(LeadTimeTrial trial) {
        return trial.tiers().share("MEMORY");
    }

    /** Median of what the DataNodes read. */
    private double mib(LeadTimeTreatment treatment, LeadTimeOption lead, String where) {
        return of(treatment, lead, trial -> trial.servedBytes().getOrDefault(where, 0L) / (double) (1 << 20))
                .median();
    }

    private Map<String, String> settingsShown() {
        Map<String, String> leads = new LinkedHashMap<>();
        for (LeadTimeOption lead : LeadTimeOption.values()) {
            leads.put("lead time, " + lead.id(), text("%.1f s", lead.seconds(need)));
        }
        return HddScene.shown(settings, leads);
    }

    private static List<String> notes() {
        List<String> notes = new ArrayList<>();
        for (LeadTimeTreatment treatment : LeadTimeTreatment.values()) {
            notes.add(treatment.id() + ": " + treatment.title() + "; tasks are placed by the policy "
                    + treatment.policy() + ".");
        }
        notes.add("Before every run all blocks are unlocked and dropped from the page cache, which each DataNode"
                + " verifies.");
        notes.add("Ignem and DYRS run with the same agents, the same coordinator and the same placing of tasks; they"
                + " differ in the coordinator's binder alone. HDFS' own directives are served by the stock cache"
                + " in the DataNodes, at a pace of seconds like the agents' (by default HDFS looks at directives every"
                + " half minute); stock Spark goes to cached replicas by itself.");
        notes.add("All applications read with dfs.client.read.use.cache.priority: a task away from a replica in HDFS'"
                + " own cache reads that one. DataNodes that serve directives do not tell of the agents' pins in"
                + " this way.");
        notes.add("Half is half of the time in which the devices deliver the input if none is ever idle.");
        return notes;
    }

    private Stream<LeadTimeTrial> trials(LeadTimeTreatment treatment, LeadTimeOption lead) {
        return trials.stream()
                .filter(trial ->
                        trial.treatment().equals(treatment.id()) && trial.lead().equals(lead.id()));
    }

    private Spread of(LeadTimeTreatment treatment, LeadTimeOption lead, ToDoubleFunction<LeadTimeTrial> value) {
        return Spread.of(trials(treatment, lead).map(value::applyAsDouble).toList());
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
