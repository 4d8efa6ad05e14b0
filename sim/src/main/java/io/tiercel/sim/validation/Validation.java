package io.tiercel.sim.validation;

import io.tiercel.sim.validation.SceneModel.Use;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.commons.statistics.descriptive.Median;

/**
 * Scenes compared with their simulations.
 *
 * @param rows in the order of the scenes' runs
 * @param leftOut treatments that are not simulated
 */
public record Validation(FittedCosts search, List<SubjectComparison> rows, Set<String> leftOut, Set<String> notes) {
    /** Largest median of the relative errors of times. */
    public static final double TIME_TOLERANCE = 0.15;

    /** Largest median of the differences of shares, in points. */
    public static final double POINTS_TOLERANCE = 5;

    /** An odd number, so that a median is a run. */
    private static final int SEEDS = 15;

    public Validation {
        rows = List.copyOf(rows);
    }

    /**
     * Simulates scenes that were run on one machine.
     *
     * @throws IllegalArgumentException if a scene cannot be simulated, with the reason
     */
    public static Validation of(List<MeasuredScene> scenes) {
        List<Played> all = scenes.stream().map(Played::of).toList();
        FittedCosts search =
                FittedCosts.ofSearches(all.stream().flatMap(Played::searches).toList());
        List<SubjectComparison> rows = new ArrayList<>();
        Set<String> leftOut = new LinkedHashSet<>();
        Set<String> notes = new LinkedHashSet<>();
        for (Played scene : all) {
            SceneModel model = scene.model();
            model.notes().forEach(note -> notes.add(scene.name() + ": " + note));
            Map<String, FittedCosts> known = new LinkedHashMap<>();
            for (Subject subject : scene.subjects()) {
                if (subject.use() == Use.LEFT_OUT) {
                    leftOut.add(scene.name() + ": " + subject.treatment());
                    continue;
                }
                FittedCosts costs = scene.source(subject)
                        .map(of -> known.computeIfAbsent(of.job(), job -> FittedCosts.ofJob(of, search)))
                        .orElse(search);
                rows.add(SubjectComparison.of(subject, subject.simulated(costs, SEEDS)));
            }
        }
        return new Validation(search, rows, leftOut, notes);
    }

    private record Played(String name, SceneModel model, List<Subject> subjects) {
        static Played of(MeasuredScene scene) {
            record Kind(String treatment, String job) {}
            Map<Kind, List<MeasuredRun>> runs = new LinkedHashMap<>();
            for (MeasuredRun run : scene.runs()) {
                runs.computeIfAbsent(new Kind(run.treatment(), run.job()), kind -> new ArrayList<>())
                        .add(run);
            }
            List<Subject> subjects = new ArrayList<>();
            SceneModel model = SceneModel.of(scene.scene());
            runs.forEach((kind, of) -> subjects.add(new Subject(scene, model, kind.treatment(), kind.job(), of)));
            return new Played(scene.scene(), model, subjects);
        }

        /** The subject on whose runs the job's computing is fitted. */
        Optional<Subject> source(Subject subject) {
            return model.fittedUnder(subject).flatMap(treatment -> subjects.stream()
                    .filter(each ->
                            each.treatment().equals(treatment) && each.job().equals(subject.job()))
                    .findFirst());
        }

        /** The subjects on which the costs of a search are fitted. */
        Stream<Subject> searches() {
            return subjects.stream()
                    .filter(subject ->
                            subject.use() == Use.FITTED && source(subject).isEmpty());
        }
    }

    /** The median of the predicted rows' absolute errors; NaN if nothing was predicted. */
    public double medianError() {
        return Median.withDefaults()
                .evaluate(rows.stream()
                        .filter(row -> !row.fitted())
                        .mapToDouble(row -> Math.abs(row.error()))
                        .toArray());
    }

    /** The median of the differences of shares over all rows: no share was fitted. */
    public double medianPoints() {
        return Median.withDefaults()
                .evaluate(rows.stream().mapToDouble(SubjectComparison::points).toArray());
    }

    public long within() {
        return rows.stream()
                .filter(row ->
                        !row.fitted() && Math.abs(row.error()) <= TIME_TOLERANCE && row.points() <= POINTS_TOLERANCE)
                .count();
    }
}
