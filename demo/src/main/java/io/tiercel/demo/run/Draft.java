package io.tiercel.demo.run;

import io.tiercel.demo.report.Chart;
import io.tiercel.demo.report.ReportClaim;
import io.tiercel.demo.report.ReportTable;
import io.tiercel.demo.report.SceneReport;
import io.tiercel.demo.report.SoftwareVersions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * A report but for what all have; its parts are those of {@link SceneReport}.
 */
public record Draft(
        String scene,
        String headline,
        String title,
        Map<String, String> settings,
        List<ReportClaim> verdicts,
        List<Chart> charts,
        List<ReportTable> tables,
        List<?> trials,
        List<String> notes) {
    SceneReport since(Instant started) {
        return new SceneReport(
                scene,
                headline,
                title,
                started.toString(),
                Duration.between(started, Instant.now()).toMillis() / 60_000.0,
                settings,
                SoftwareVersions.shown(),
                verdicts,
                charts,
                tables,
                trials,
                notes);
    }
}
