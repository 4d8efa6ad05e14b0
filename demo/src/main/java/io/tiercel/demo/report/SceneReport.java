package io.tiercel.demo.report;

import io.tiercel.sim.validation.MeasuredScene;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of a scene; {@code report.json} is this record, and {@code report.html} shows it.
 *
 * @param started ISO instant
 * @param measured what the simulator is compared with; null if it does not play this scene
 * @param settings name to value, for people, in the order in which to show them
 * @param versions of what took part, likewise
 * @param notes what a reader must know to judge the figures
 */
public record SceneReport(
        String format,
        int version,
        String scene,
        String headline,
        String title,
        String started,
        double minutes,
        @Nullable MeasuredScene measured,
        Map<String, String> settings,
        Map<String, String> versions,
        List<ReportClaim> claims,
        List<Chart> charts,
        List<ReportTable> tables,
        List<?> trials,
        List<String> notes) {
    public static final String FORMAT = "tiercel-demo-report";
    public static final int VERSION = 2;

    public boolean hasSameResults() {
        return claims.stream()
                .filter(claim -> claim.name().equals(ReportClaim.SAME_RESULTS))
                .allMatch(ReportClaim::holds);
    }
}
