package io.tiercel.demo.leadtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.tiercel.demo.cluster.DemoSettings;
import io.tiercel.demo.jobs.JobTimeline;
import io.tiercel.demo.jobs.SparkJob;
import io.tiercel.demo.leadtime.LeadTimeReport.LeadTimeTrial;
import io.tiercel.demo.leadtime.LeadTimeTreatment.LeadTimeOption;
import io.tiercel.demo.report.ReportClaim;
import io.tiercel.demo.report.ReportTable;
import io.tiercel.demo.report.SceneReport;
import io.tiercel.demo.report.TaskTiers;
import io.tiercel.demo.run.JobTrial;
import io.tiercel.model.ByteSize;
import io.tiercel.record.ReadPlace;
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

        assertThat(report.claims()).extracting(ReportClaim::holds).containsExactly(true, true, true, true);
        assertThat(report.claims())
                .extracting(ReportClaim::figure)
                .containsExactly("+3.3%", "1.33×", "1.01×", "identical");
        assertThat(report.headline()).contains("3.9 times as fast", "half in time, 1.3 times");
    }

    @Test
    void whatTheSchedulerCannotKnowIsNotShownAsNone() {
        ReportTable table = report(11.9, 9, 3.1).tables().get(0);
        int tasks = table.columns().indexOf("tasks at memory");

        assertThat(table.rows())
                .extracting(row -> row.get(0), row -> row.get(tasks))
                .contains(tuple("all in memory", "-"), tuple("hinted, late binding", "50%"));
    }

    @Test
    void theTimeOfAJobIsAccountedFor() {
        ReportTable table = report(11.9, 9, 3.1).tables().get(1);

        assertThat(table.rows().get(0)).containsExactly("stock", "12.00", "0.25", "11.00", "0.25", "0.50", "2");
    }

    @Test
    void whatIsNotDoesNot() {
        assertThat(report(12.1, 9.5, 3.2).claims())
                .extracting(ReportClaim::holds)
                .containsExactly(false, false, false, true);
    }

    @Test
    void halfOfTheLeadTimeIsHalfOfWhatTheDevicesNeed() {
        assertThat(LeadTimeOption.HALF.seconds(12)).isCloseTo(6, within(1e-9));
        assertThat(LeadTimeOption.ENOUGH.seconds(12)).isGreaterThan(12);
    }

    private static SceneReport report(double none, double half, double enough) {
        List<LeadTimeTrial> trials = new ArrayList<>();
        for (LeadTimeTreatment treatment : LeadTimeTreatment.values()) {
            for (LeadTimeOption lead : treatment.leads()) {
                double seconds =
                        switch (treatment) {
                            case STOCK -> 12;
                            case MEMORY -> 3;
                            default -> List.of(none, half, enough).get(lead.ordinal());
                        };
                trials.add(trial(treatment, lead, seconds));
            }
        }
        return new LeadTimeReport(settings(), 10, trials).report().build(Instant.EPOCH);
    }

    private static LeadTimeTrial trial(LeadTimeTreatment treatment, LeadTimeOption lead, double seconds) {
        return new LeadTimeTrial(
                treatment,
                lead,
                lead.seconds(10),
                30,
                0.5,
                new JobTimeline(0.25, seconds - 0.5, 4 * (seconds - 1), 2),
                new JobTrial(
                        1,
                        seconds,
                        seconds,
                        new TaskTiers(2, 1, Map.of(ReadPlace.MEMORY, 1L), Map.of(ReadPlace.MEMORY, 1L), 1, 1, 0),
                        Map.of("HDD", 10L, "PAGE_CACHE", 20L),
                        1,
                        "same"));
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
                List.of(SparkJob.GREP),
                1,
                Path.of("out"),
                false,
                false,
                false,
                "tiercel demo");
    }
}
