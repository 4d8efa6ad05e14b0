package io.tiercel.bench.demo.leadtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tiercel.bench.demo.jobs.DemoJob;
import io.tiercel.bench.demo.report.SceneReport;
import io.tiercel.bench.demo.report.TaskTiers;
import io.tiercel.bench.demo.report.Verdict;
import io.tiercel.bench.demo.world.ByteSize;
import io.tiercel.bench.demo.world.DemoSettings;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LeadTimeReportTest {
    @Test
    void whatIsFastEnoughHolds() {
        SceneReport report = report(11.9, 9, 3.1);

        assertThat(report.verdicts()).extracting(Verdict::holds).containsExactly(true, true, true, true);
        assertThat(report.verdicts())
                .extracting(Verdict::figure)
                .containsExactly("+3.3%", "1.33×", "1.01×", "identical");
        assertThat(report.headline()).contains("3.9 times as fast", "half in time, 1.3 times");
    }

    @Test
    void whatIsNotDoesNot() {
        assertThat(report(12.1, 9.5, 3.2).verdicts())
                .extracting(Verdict::holds)
                .containsExactly(false, false, false, true);
    }

    @Test
    void runsAreNamedAsTheyAreRead() {
        for (Treatment treatment : Treatment.values()) {
            for (Lead lead : treatment.leads()) {
                Run run = new Run(treatment, lead);
                assertThat(Run.named(run.name())).isEqualTo(run);
            }
        }
    }

    @Test
    void halfOfTheLeadTimeIsHalfOfWhatTheDevicesNeed() {
        assertThat(Lead.HALF.seconds(12)).isCloseTo(6, within(1e-9));
        assertThat(Lead.ENOUGH.seconds(12)).isGreaterThan(12);
    }

    private static SceneReport report(double none, double half, double enough) {
        List<LeadTrial> trials = new ArrayList<>();
        for (Treatment treatment : Treatment.values()) {
            for (Lead lead : treatment.leads()) {
                double seconds =
                        switch (treatment) {
                            case STOCK -> 12;
                            case MEMORY -> 3;
                            default -> List.of(none, half, enough).get(lead.ordinal());
                        };
                trials.add(trial(treatment, lead, seconds));
            }
        }
        return new LeadTimeReport(settings(), 10, trials).build(Instant.EPOCH);
    }

    private static LeadTrial trial(Treatment treatment, Lead lead, double seconds) {
        return new LeadTrial(
                1,
                treatment.id(),
                lead.id(),
                lead.seconds(10),
                seconds,
                0.5,
                new TaskTiers(2, 1, Map.of("MEMORY", 1L), Map.of("MEMORY", 1L), 1, 1, 0),
                Map.of("HDD", 10L, "PAGE_CACHE", 20L),
                1,
                "same");
    }

    private static DemoSettings settings() {
        return new DemoSettings(
                ByteSize.of("160m"),
                ByteSize.of("8m"),
                4,
                2,
                1,
                ByteSize.of("16m"),
                ByteSize.of("4m"),
                3,
                1,
                List.of("stock"),
                List.of(DemoJob.GREP),
                1,
                Path.of("out"),
                false);
    }
}
