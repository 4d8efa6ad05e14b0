package io.tiercel.demo.sharedstorage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tiercel.demo.report.ReportClaim;
import io.tiercel.demo.report.SceneReport;
import io.tiercel.demo.sharedstorage.ForegroundReader.Demand;
import io.tiercel.demo.sharedstorage.IsolationReport.IsolationTrial;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class IsolationReportTest {
    private static final double MIB = 1 << 20;

    /** The second round is half as fast throughout. */
    private static List<IsolationTrial> trials(Map<IsolationTreatment, Double> kept) {
        List<IsolationTrial> trials = new ArrayList<>();
        for (int round = 1; round <= 2; round++) {
            for (IsolationTreatment treatment : IsolationTreatment.values()) {
                for (Demand demand : Demand.values()) {
                    double alone = (demand == Demand.STEADY ? 12 : 20) * MIB / round;
                    double read = alone * kept.getOrDefault(treatment, 1.0);
                    trials.add(new IsolationTrial(round, treatment, demand, read, read + MIB, 24 << 20, 30 + round));
                }
            }
        }
        return trials;
    }

    private static SceneReport report(Map<IsolationTreatment, Double> kept, String... results) {
        return new IsolationReport(
                        SharedStorageReportTest.settings(),
                        SharedStorageReportTest.LINK,
                        trials(kept),
                        List.of(results))
                .report()
                .build(Instant.EPOCH);
    }

    @Test
    void whatIsKeptWithinARoundDecides() {
        SceneReport report = report(
                Map.of(
                        IsolationTreatment.UNBOUNDED, 0.2,
                        IsolationTreatment.BOUNDED, 0.951,
                        IsolationTreatment.QUANTA, 0.9),
                "same",
                "same");
        assertThat(report.claims())
                .extracting(ReportClaim::name, ReportClaim::holds, ReportClaim::figure)
                .containsExactly(
                        tuple("bound-steady", true, "95.1%"),
                        tuple("slices-steady", false, "90.0%"),
                        tuple("slices-greedy", true, "90.0%"),
                        tuple("same-results", true, "identical"));
        assertThat(report.claims().get(0).details())
                .isEqualTo(
                        "8.56 (5.71-11.41) against 9.00 (6.00-12.00) MiB/s alone; 95.1% of it kept within a round, and 20.0%"
                                + " without a bound");
    }

    @Test
    void theTableShowsPeaksASecond() {
        SceneReport report = report(Map.of(), "same", "other");
        assertThat(report.tables().get(0).rows())
                .hasSize(8)
                .contains(List.of(
                        "time slices", "greedy", "15.00 (10.00-20.00)", "100.0%", "1.00", "24.0", "32 (31-32)"));
        assertThat(report.hasSameResults()).isFalse();
    }
}
