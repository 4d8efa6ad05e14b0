package io.tiercel.demo.slownode;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.demo.cluster.DemoSettings;
import io.tiercel.demo.jobs.SparkJob;
import io.tiercel.demo.report.ReportClaim;
import io.tiercel.demo.report.SceneReport;
import io.tiercel.demo.slownode.SlowNodeReport.MigrationTrial;
import io.tiercel.demo.slownode.SlowNodeReport.MigrationTrial.Moment;
import io.tiercel.model.ByteSize;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

class SlowNodeReportTest {
    @Test
    void whatIsWithinTheLimitAndTheSpreadHolds() {
        assertThat(report(trial -> 11, 0.4).claims())
                .extracting(ReportClaim::holds)
                .containsExactly(true, true, true, true);
    }

    @Test
    void oneSlowPatternIsEnoughToFail() {
        List<ReportClaim> claims = report(pattern -> pattern == InterferencePattern.TWO_20S ? 11.8 : 11, 0.4)
                .claims();

        assertThat(claims).extracting(ReportClaim::holds).containsExactly(false, true, true, false);
        assertThat(claims.get(0).figure()).isEqualTo("+18%");
        assertThat(claims.get(3).figure()).isEqualTo("0.8 s apart");
    }

    @Test
    void theHeadlineSaysWhatWasExpectedIfThatFailed() {
        assertThat(report(pattern -> 11, 0.4).headline()).contains("within 10% of what the devices allow");
        assertThat(report(pattern -> 12.4, 0.4).headline())
                .contains("up to 24% later than the devices allow", "expected was at most 15%");
    }

    @Test
    void whatWasRunBrieflyClaimsLess() {
        List<InterferencePattern> some = List.of(InterferencePattern.NONE, InterferencePattern.ALWAYS);

        SceneReport report = new SlowNodeReport(settings(2), some, trials(some, pattern -> 11, 0))
                .report()
                .build(Instant.EPOCH);

        assertThat(report.claims()).hasSize(2);
        assertThat(report.tables().get(0).rows()).hasSize(2);
    }

    @Test
    void oneRoundStatesEveryClaim() {
        List<ReportClaim> near = oneRound(11.6);
        assertThat(near).hasSize(4).allMatch(claim -> claim.measured() != null);
        assertThat(near).extracting(ReportClaim::holds).containsExactly(false, true, true, true);
        assertThat(near.get(3).details()).startsWith("One run each: 11.0 s (").contains("15%");

        assertThat(oneRound(12.7)).extracting(ReportClaim::holds).containsExactly(false, true, true, false);
    }

    /** One run of each pattern; all take 11 s but one. */
    private static List<ReportClaim> oneRound(double slowest) {
        List<InterferencePattern> all = List.of(InterferencePattern.values());
        List<MigrationTrial> trials =
                trials(all, pattern -> pattern == InterferencePattern.TWO_20S ? slowest : 11, 0).stream()
                        .filter(trial -> trial.round() == 1)
                        .toList();
        return new SlowNodeReport(settings(1), all, trials)
                .report()
                .build(Instant.EPOCH)
                .claims();
    }

    /** Two rounds, apart by so many seconds around those given. */
    private static SceneReport report(ToDoubleFunction<InterferencePattern> seconds, double apart) {
        List<InterferencePattern> all = List.of(InterferencePattern.values());
        return new SlowNodeReport(settings(2), all, trials(all, seconds, apart))
                .report()
                .build(Instant.EPOCH);
    }

    private static List<MigrationTrial> trials(
            List<InterferencePattern> patterns, ToDoubleFunction<InterferencePattern> seconds, double apart) {
        List<MigrationTrial> trials = new ArrayList<>();
        for (InterferencePattern pattern : patterns) {
            for (String binder : SlowNodeScene.BINDERS) {
                double median = seconds.applyAsDouble(pattern) * (binder.equals("ignem") ? 3 : 1);
                trials.add(trial(1, binder, pattern, median - apart / 2));
                trials.add(trial(2, binder, pattern, median + apart / 2));
            }
        }
        return trials;
    }

    private static MigrationTrial trial(int round, String binder, InterferencePattern pattern, double seconds) {
        List<Moment> progress = List.of(new Moment(0, 0), new Moment(seconds, 100));
        return new MigrationTrial(
                round,
                binder,
                pattern,
                seconds,
                10,
                Map.of("127.0.0.2", 20L, "127.0.0.3", 80L),
                progress,
                Map.of("127.0.0.2", progress, "127.0.0.3", progress));
    }

    private static DemoSettings settings(int rounds) {
        return new DemoSettings(
                ByteSize.of("100m"),
                ByteSize.of("4m"),
                2,
                1,
                1,
                ByteSize.of("16m"),
                ByteSize.of("4m"),
                2,
                rounds,
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
