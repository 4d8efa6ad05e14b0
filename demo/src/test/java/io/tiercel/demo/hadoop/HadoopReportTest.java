package io.tiercel.demo.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.demo.data.SizeClass;
import io.tiercel.demo.report.ReportClaim;
import io.tiercel.demo.report.SceneReport;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
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

    /** The paper's cluster efficiency: (100 - 60) / 100. */
    @Test
    void efficiencyIsTheShareOfTaskTimeThatIsSaved() {
        SceneReport report = report(new World(SizeClass.F, 1, 10, 60));

        assertThat(report.tables().get(0).rows())
                .anySatisfy(row -> assertThat(row).contains("tiercel", "2.00×", "40%"));
    }
}
