package io.tiercel.demo.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.demo.data.SizeClass;
import io.tiercel.demo.report.ReportClaim;
import io.tiercel.demo.report.SceneReport;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class HadoopReportTest {
    private static final JobReplay REPLAY = JobReplay.generated(HadoopTrials.settings(false), 1);

    /**
     * How jobs do under {@code tiercel}; stock's maps read a third from SSDs, in 20 s a job and 100 s of tasks.
     *
     * @param of the only class that does so; the others do well
     */
    private record World(SizeClass of, double onSsd, double seconds, double taskSeconds) {}

    private static SceneReport report(World world) {
        List<ReplayTrial> trials = new ArrayList<>();
        for (ReplayJob job : REPLAY.jobs()) {
            trials.add(HadoopTrials.trial(HadoopTreatment.STOCK, job, 1 / 3.0, 20, 100));
            boolean odd = job.sizeClass() == world.of();
            trials.add(HadoopTrials.trial(
                    HadoopTreatment.TIERCEL,
                    job,
                    odd ? world.onSsd() : 1,
                    odd ? world.seconds() : 10,
                    odd ? world.taskSeconds() : 60));
        }
        List<HadoopTreatment> treatments = List.of(HadoopTreatment.TIERCEL, HadoopTreatment.STOCK);
        return new HadoopReport(HadoopTrials.settings(false), REPLAY, treatments, trials, HadoopTrials.queries(10, 20))
                .report()
                .build(Instant.now());
    }

    private static List<String> failing(World world) {
        return report(world).claims().stream()
                .filter(claim -> !claim.holds())
                .map(ReportClaim::name)
                .toList();
    }

    @Test
    void whatIsGoodEnoughHolds() {
        SceneReport report = report(new World(SizeClass.F, 0.9, 10, 60));

        assertThat(report.claims()).allMatch(ReportClaim::holds);
        assertThat(report.headline()).contains("under tiercel").contains("under stock Hadoop");
        assertThat(report.charts()).hasSize(3);
    }

    @Test
    void oneClassSufficesToRefuteAClaim() {
        assertThat(failing(new World(SizeClass.A, 0, 10, 60))).containsExactly("tiercel-best-tier");
        assertThat(failing(new World(SizeClass.F, 0.8, 10, 60))).containsExactly("tiercel-best-tier");
        assertThat(failing(new World(SizeClass.D, 1, 21, 60)))
                .containsExactly("tiercel-completion-at_least", "tiercel-completion-above");
        assertThat(failing(new World(SizeClass.D, 1, 20, 60))).containsExactly("tiercel-completion-above");
        assertThat(failing(new World(SizeClass.B, 1, 10, 101))).containsExactly("tiercel-efficiency-at_least");
    }

    @Test
    void jobsThatTiercelHasNotCountedAreNamed() {
        List<ReplayTrial> trials = new ArrayList<>();
        for (ReplayJob job : REPLAY.jobs()) {
            trials.add(HadoopTrials.trial(HadoopTreatment.STOCK, job, 1, 20, 100));
            ReplayTrial counted = HadoopTrials.trial(HadoopTreatment.TIERCEL_PREFETCH, job, 1, 10, 60);
            trials.add(job == REPLAY.jobs().get(1) ? HadoopTrials.uncounted(counted) : counted);
        }
        List<HadoopTreatment> treatments = List.of(HadoopTreatment.TIERCEL_PREFETCH, HadoopTreatment.STOCK);

        SceneReport report = new HadoopReport(
                        HadoopTrials.settings(false), REPLAY, treatments, trials, HadoopTrials.queries(10, 20))
                .report()
                .build(Instant.now());

        assertThat(report.warnings())
                .singleElement()
                .asString()
                .startsWith("Under tiercel-prefetch Tiercel has counted no map of job "
                        + REPLAY.jobs().get(1).name() + " in round 1: ");
        assertThat(report.tables().get(0).rows())
                .anySatisfy(row -> assertThat(row).startsWith("stock").contains("-"))
                .anySatisfy(
                        row -> assertThat(row).startsWith("tiercel-prefetch").doesNotContain("-"));
    }

    @Test
    void onlyTheClassesThatArePlayedAreNamed() {
        JobReplay quick = JobReplay.generated(HadoopTrials.settings(true), 10);
        List<ReplayTrial> trials = quick.jobs().stream()
                .flatMap(job -> Stream.of(HadoopTreatment.STOCK, HadoopTreatment.TIERCEL)
                        .map(treatment -> HadoopTrials.trial(treatment, job, 1, 20, 100)))
                .toList();

        SceneReport report = new HadoopReport(
                        HadoopTrials.settings(true),
                        quick,
                        List.of(HadoopTreatment.STOCK, HadoopTreatment.TIERCEL),
                        trials,
                        HadoopTrials.queries(10, 20))
                .report()
                .build(Instant.now());

        assertThat(report.title()).contains("of Trident's size classes A, C, F, on YARN");
        assertThat(report.claims())
                .extracting(ReportClaim::claim)
                .contains("Under tiercel the jobs of classes C, F end faster than under stock");
        assertThat(report(new World(SizeClass.F, 1, 10, 60)).title())
                .contains("of Trident's six size classes, on YARN");
    }

    /** Whether a map has read from the SSD of its node, Hadoop's history does not tell. */
    @Test
    void sharesAreOfMapsOnTheNodeWithTheSsd() {
        SceneReport report = report(new World(SizeClass.F, 1, 10, 60));

        assertThat(report.headline()).contains("of the maps ran on the node with their input on SSD under tiercel");
        assertThat(report.claims())
                .filteredOn(claim -> claim.name().equals("tiercel-best-tier"))
                .singleElement()
                .satisfies(claim -> assertThat(claim.toString()).contains("run on the node with their input on SSD"));
    }

    /** The paper's cluster efficiency: (100 - 60) / 100. */
    @Test
    void efficiencyIsTheShareOfTaskTimeThatIsSaved() {
        SceneReport report = report(new World(SizeClass.F, 1, 10, 60));

        assertThat(report.tables().get(0).rows())
                .anySatisfy(row -> assertThat(row).contains("tiercel", "2.00×", "40%"));
    }
}
