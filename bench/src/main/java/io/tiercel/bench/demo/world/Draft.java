package io.tiercel.bench.demo.world;

import io.tiercel.bench.demo.report.Chart;
import io.tiercel.bench.demo.report.Figures;
import io.tiercel.bench.demo.report.SceneReport;
import io.tiercel.bench.demo.report.Verdict;
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
        List<Verdict> verdicts,
        List<Chart> charts,
        List<Figures> tables,
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
                Versions.shown(),
                verdicts,
                charts,
                tables,
                trials,
                notes);
    }
}
