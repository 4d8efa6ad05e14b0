package io.tiercel.demo.report;

import static io.tiercel.demo.report.ReportText.text;

import io.tiercel.sim.validation.MeasuredScene;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.util.VersionInfo;
import org.jspecify.annotations.Nullable;

/**
 * The result of a scene; {@code report.json} is this record, and {@code report.html} shows it.
 *
 * @param warnings what a reader must know before the figures, each one sentence or two
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
        List<String> warnings,
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

    /** Collects the parts of a report in the order in which they are shown. */
    public static final class ReportBuilder {
        private final String scene;
        private final String headline;
        private final String title;
        private final Map<String, String> settings = new LinkedHashMap<>();
        private final List<ReportClaim> claims = new ArrayList<>();
        private final List<Chart> charts = new ArrayList<>();
        private final List<ReportTable> tables = new ArrayList<>();
        private final List<String> warnings = new ArrayList<>();
        private final List<String> notes = new ArrayList<>();
        private List<?> trials = List.of();
        private @Nullable MeasuredScene measured;

        /**
         * @param headline the result, in one line
         * @param title what was run, in one line
         */
        public ReportBuilder(String scene, String headline, String title) {
            this.scene = scene;
            this.headline = headline;
            this.title = title;
        }

        public ReportBuilder setting(String name, Object value) {
            settings.put(name, value.toString());
            return this;
        }

        public ReportBuilder settings(Map<String, String> more) {
            settings.putAll(more);
            return this;
        }

        public ReportBuilder claims(Collection<ReportClaim> more) {
            claims.addAll(more);
            return this;
        }

        public ReportBuilder chart(Chart chart) {
            charts.add(chart);
            return this;
        }

        public ReportBuilder table(ReportTable table) {
            tables.add(table);
            return this;
        }

        public ReportBuilder warnings(Collection<String> more) {
            warnings.addAll(more);
            return this;
        }

        public ReportBuilder note(String note) {
            notes.add(note);
            return this;
        }

        /** Adds the paragraphs of the scene's {@code notes-SCENE.txt}, a format that takes these values. */
        public ReportBuilder notes(Object... values) {
            String all = text(ReportFiles.resource("notes-" + scene + ".txt"), values);
            Stream.of(all.strip().split("\n\n"))
                    .map(paragraph -> paragraph.replace('\n', ' '))
                    .forEach(notes::add);
            return this;
        }

        /** Everything that was measured, as the report's data keeps it. */
        public ReportBuilder trials(List<?> all) {
            trials = List.copyOf(all);
            return this;
        }

        public ReportBuilder measured(MeasuredScene scene) {
            measured = scene;
            return this;
        }

        public SceneReport build(Instant started) {
            return new SceneReport(
                    SceneReport.FORMAT,
                    SceneReport.VERSION,
                    scene,
                    headline,
                    title,
                    warnings,
                    started.toString(),
                    Duration.between(started, Instant.now()).toMillis() / 60_000.0,
                    measured,
                    settings,
                    versions(),
                    claims,
                    charts,
                    tables,
                    trials,
                    notes);
        }

        private static Map<String, String> versions() {
            Map<String, String> versions = new LinkedHashMap<>();
            String own = ReportBuilder.class.getPackage().getImplementationVersion();
            versions.put("Tiercel", own == null ? "built from source" : own);
            versions.put("Spark", org.apache.spark.package$.MODULE$.SPARK_VERSION());
            versions.put("Hadoop", VersionInfo.getVersion());
            versions.put("JDK", System.getProperty("java.vm.version"));
            versions.put("system", System.getProperty("os.name") + " " + System.getProperty("os.version"));
            versions.put("processors", Integer.toString(Runtime.getRuntime().availableProcessors()));
            return versions;
        }
    }
}
