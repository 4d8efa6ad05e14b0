package io.tiercel.demo.prefetch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.demo.cluster.DemoSettings;
import io.tiercel.demo.data.SizeClass;
import io.tiercel.demo.jobs.SparkJob;
import io.tiercel.demo.prefetch.ApplicationPlans.PlannedStage;
import io.tiercel.demo.prefetch.JobSubmitter.JobSubmission;
import io.tiercel.demo.prefetch.JoinResults.JoinPlanning;
import io.tiercel.demo.report.ReportClaim;
import io.tiercel.demo.report.SceneReport;
import io.tiercel.demo.report.TaskTiers;
import io.tiercel.demo.run.JobTrial;
import io.tiercel.model.ByteSize;
import io.tiercel.prefetch.PrefetchOutcome;
import io.tiercel.record.ReadPlace;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PrefetchReportTest {
    private static final RunProgramme PROGRAMME = new RunProgramme(
            Arrays.asList(PrefetchTreatment.values()), RunProgramme.of(false).targets(), true, 1, true);
    private static final long INPUT = 100;

    /** What is different from run to run, in one world. */
    private record World(double cost, double delayed, int wasted, double delay, double predicted) {}

    private static final World GOOD = new World(4.08, 3.9, 1, 0.5, 4.4);

    @Test
    void whatIsGoodEnoughHolds() {
        SceneReport report = report(GOOD);

        assertThat(report.claims()).allMatch(ReportClaim::holds);
        assertThat(report.headline()).contains("1.96 by the median");
    }

    @Test
    void everyClaimFailsByItself() {
        assertThat(failing(new World(4.08, 3.9, 3, 0.5, 4.4))).containsExactly("Under 4%");
        assertThat(failing(new World(4.2, 3.9, 1, 0.5, 4.4))).containsExactly("Small cl");
        assertThat(failing(new World(8.5, 8.3, 1, 0.5, 4.4))).containsExactly("Small cl", "Every cl", "Every ap");
        assertThat(failing(new World(4.08, 4.1, 1, 0.5, 4.4))).containsExactly("Mid-size");
        assertThat(failing(new World(4.08, 3.9, 1, 0.5, 2.9))).containsExactly("Predicte");
    }

    @Test
    void aClassThatIsNotDelayedSaysWhy() {
        ReportClaim delay = claim(report(new World(4.08, 3.9, 1, 0, 4.4)), "Mid-size");

        assertThat(delay.holds()).isFalse();
        assertThat(delay.details())
                .contains(
                        "none of 1 plans had a delay",
                        "\"would be ready too late\"",
                        "Waiting does not bring the rest");
    }

    @Test
    void whatWasNotRunIsNotShown() {
        RunProgramme quick = RunProgramme.of(true);
        List<PrefetchTrial> trials = trials(GOOD).stream()
                .filter(trial -> quick.treatments().contains(trial.treatment())
                        && quick.targets().stream()
                                .anyMatch(target -> target.id().equals(trial.job())))
                .toList();
        SceneReport report = new PrefetchReport(settings(), quick, 1, trials, List.of())
                .report()
                .build(Instant.EPOCH);

        assertThat(report.claims())
                .filteredOn(claim -> !claim.holds())
                .extracting(ReportClaim::figure)
                .containsExactly("not run", "not run", "not run");
        assertThat(report.title())
                .contains("size classes A, E, of 1 to 28 blocks of 2 MiB, and 1 application over 32 MiB");
    }

    @Test
    void whatIsClaimedIsRunInEveryRound() {
        List<RunProgramme.Play> plays = RunProgramme.of(false).plays(3, 1);

        assertThat(plays.get(0))
                .extracting(RunProgramme.Play::round, RunProgramme.Play::treatment)
                .containsExactly(0, PrefetchTreatment.COST);
        for (PrefetchTarget target : PROGRAMME.targets()) {
            for (PrefetchTreatment treatment : List.of(PrefetchTreatment.NONE, PrefetchTreatment.COST)) {
                assertThat(runs(plays, treatment, target))
                        .as("%s of %s", treatment, target.id())
                        .isGreaterThanOrEqualTo(3);
            }
            if (target.sizeClass().filter(SizeClass::small).isPresent()) {
                assertThat(runs(plays, PrefetchTreatment.ORACLE, target)).isGreaterThan(3);
            }
            boolean middle = target.sizeClass().filter(SizeClass::middle).isPresent();
            assertThat(runs(plays, PrefetchTreatment.COST_DELAY, target)).isEqualTo(middle ? 3 : 0);
        }
        assertThat(plays.get(plays.size() - 1).rounds()).startsWith(1).endsWith(3);
    }

    private static long runs(List<RunProgramme.Play> plays, PrefetchTreatment treatment, PrefetchTarget target) {
        return plays.stream()
                .filter(play -> play.round() > 0 && play.treatment() == treatment)
                .mapToLong(play -> play.passes()
                        * play.targets().stream().filter(target::equals).count())
                .sum();
    }

    /** Trials of what the programme plays, and of nothing else. */
    @Test
    void whatWasNotPlayedIsLeftOut() {
        RunProgramme programme = RunProgramme.of(false);
        List<RunProgramme.Play> plays = programme.plays(3, 1);
        List<PrefetchTrial> played = trials(GOOD).stream()
                .filter(trial -> plays.stream()
                        .anyMatch(play -> play.treatment() == trial.treatment()
                                && play.targets().stream()
                                        .anyMatch(target -> target.id().equals(trial.job()))))
                .toList();
        SceneReport report = new PrefetchReport(settings(), programme, 1, played, joins())
                .report()
                .build(Instant.EPOCH);

        assertThat(report.claims()).allMatch(ReportClaim::holds);
        assertThat(report.tables().get(1).rows()).hasSize(16);
    }

    @Test
    void runsThatTeachDoNotCount() {
        List<PrefetchTrial> trials = trials(GOOD);
        trials.add(trial(0, PrefetchTreatment.COST, PROGRAMME.targets().get(0), 99, GOOD));

        assertThat(report(trials).claims()).allMatch(ReportClaim::holds);
    }

    @Test
    void aResultThatDiffersIsNamed() {
        List<PrefetchTrial> trials = trials(GOOD);
        PrefetchTrial first = trials.get(0);
        JobTrial run = first.run();
        trials.add(new PrefetchTrial(
                first.treatment(),
                first.job(),
                1,
                INPUT,
                first.submission(),
                new JobTrial(1, run.seconds(), 1, run.tiers(), run.servedBytes(), 1, "another"),
                List.of(),
                List.of()));

        assertThat(claim(report(trials), "All runs").details()).isEqualTo("Results differ of A");
    }

    @Test
    void blocksAreHandedOnByTreatmentAndJob() {
        SceneReport report = report(GOOD);

        assertThat(report.tables().get(0).rows()).hasSize(42).anySatisfy(row -> assertThat(row)
                .containsExactly(
                        "C", "cost", "1", "4.08", "0.75", "0.51", "1.02", "50%", "3.0", "2.0", "33.3%", "2.0%", "7"));
        assertThat(report.tables().get(1).rows()).hasSize(56);
    }

    private static List<String> failing(World world) {
        return report(world).claims().stream()
                .filter(claim -> !claim.holds())
                .map(claim -> claim.claim().substring(0, 8))
                .toList();
    }

    private static ReportClaim claim(SceneReport report, String claim) {
        return report.claims().stream()
                .filter(each -> each.claim().startsWith(claim))
                .findFirst()
                .orElseThrow();
    }

    private static SceneReport report(World world) {
        return report(trials(world));
    }

    private static SceneReport report(List<PrefetchTrial> trials) {
        return new PrefetchReport(settings(), PROGRAMME, 1, trials, joins())
                .report()
                .build(Instant.EPOCH);
    }

    /** Planned for together everything of the larger table is in memory before its scan; stage by stage half of it. */
    private static List<PrefetchTrial> joins() {
        return List.of(join(JoinPlanning.QUERY, 8, 5), join(JoinPlanning.STAGES, 4, 6));
    }

    private static PrefetchTrial join(JoinPlanning planning, int inMemory, double seconds) {
        return new PrefetchTrial(
                planning,
                RunProgramme.JOIN.id(),
                0,
                INPUT,
                JobSubmission.NOTHING,
                new JobTrial(
                        1,
                        seconds,
                        seconds,
                        new TaskTiers(
                                4,
                                2,
                                Map.of(ReadPlace.MEMORY, 2L),
                                Map.of(ReadPlace.MEMORY, 2L, ReadPlace.HDD, 2L),
                                1,
                                1,
                                0),
                        Map.of("HDD", 100L, "PAGE_CACHE", 80L),
                        1,
                        "joined"),
                List.of(
                        new PlannedStage(1, 3, 0, 0, outcome(0, 0, 1, 1), "", ""),
                        new PlannedStage(2, 8, inMemory, 0, outcome(0, 0, 1, 1), "", "")),
                List.of());
    }

    private static List<PrefetchTrial> trials(World world) {
        List<PrefetchTrial> trials = new ArrayList<>();
        for (PrefetchTarget target : PROGRAMME.targets()) {
            for (PrefetchTreatment treatment : PROGRAMME.treatments()) {
                double seconds =
                        switch (treatment) {
                            case ORACLE -> 4;
                            case COST -> world.cost();
                            case COST_DELAY -> world.delayed();
                            default -> 8;
                        };
                trials.add(trial(1, treatment, target, seconds, world));
            }
        }
        return trials;
    }

    /** Half of the input comes from memory; two blocks were asked for at submission, one more by the plan, and one came late. */
    private static PrefetchTrial trial(
            int round, PrefetchTreatment treatment, PrefetchTarget target, double seconds, World world) {
        return new PrefetchTrial(
                treatment,
                target.id(),
                1,
                INPUT,
                treatment.plans() ? new JobSubmission(4, 2, 40, 0.9, 1, 40) : JobSubmission.NOTHING,
                new JobTrial(
                        round,
                        seconds - 1,
                        seconds,
                        new TaskTiers(
                                4,
                                2,
                                Map.of(ReadPlace.MEMORY, 2L),
                                Map.of(ReadPlace.MEMORY, 2L, ReadPlace.HDD, 2L),
                                1,
                                1,
                                0),
                        Map.of("HDD", 100L + world.wasted(), "PAGE_CACHE", 50L),
                        1,
                        target.id()),
                treatment.plans() ? List.of(plan(treatment, world)) : List.of(),
                treatment.plans() ? List.of(7L) : List.of());
    }

    private static PlannedStage plan(PrefetchTreatment treatment, World world) {
        double delay = treatment == PrefetchTreatment.COST_DELAY ? world.delay() : 0;
        return new PlannedStage(
                3,
                4,
                0,
                delay,
                outcome(1, 1, 4, world.predicted()),
                "would be ready too late",
                "a higher limit ends the job no sooner");
    }

    private static PrefetchOutcome outcome(int taken, int late, double seconds, double predicted) {
        return new PrefetchOutcome(taken, 0, late, 0, 10, seconds, predicted, 6, Double.NaN, Double.NaN, 1, 1, 1, 1);
    }

    private static DemoSettings settings() {
        return new DemoSettings(
                ByteSize.of("32m"),
                ByteSize.of("2m"),
                4,
                2,
                1,
                ByteSize.of("16m"),
                ByteSize.of("4m"),
                3,
                1,
                List.of("stock"),
                List.of(SparkJob.GREP),
                1,
                Path.of("out"),
                false,
                false,
                false,
                "tiercel demo");
    }
}
