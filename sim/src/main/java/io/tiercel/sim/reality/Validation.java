package io.tiercel.sim.reality;

import io.tiercel.sim.reality.SceneModel.Use;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Scenes set beside their simulations.
 *
 * @param search what a search for a word costs here
 * @param rows in the order of the scenes' runs
 * @param leftOut what is not simulated, scene by scene
 * @param notes on the scenes
 */
public record Validation(Costs search, List<Likeness> rows, Set<String> leftOut, Set<String> notes) {
    /** How far times may be off, in the median. */
    public static final double TIME_TOLERANCE = 0.15;

    /** How far shares of tasks may be off, in points. */
    public static final double POINTS_TOLERANCE = 5;

    /** An odd number: a median is a run. */
    private static final int SEEDS = 15;

    public Validation {
        rows = List.copyOf(rows);
    }

    /**
     * Simulates scenes that were played on one machine.
     *
     * @throws IllegalArgumentException if a scene cannot be simulated, saying why
     */
    public static Validation of(List<MeasuredScene> scenes) {
        Costs search = CostFit.ofSearches(searches(scenes));
        List<Likeness> rows = new ArrayList<>();
        Set<String> leftOut = new LinkedHashSet<>();
        Set<String> notes = new LinkedHashSet<>();
        for (MeasuredScene scene : scenes) {
            SceneModel model = SceneModels.of(scene.scene());
            model.notes().forEach(note -> notes.add(scene.scene() + ": " + note));
            List<Subject> subjects = subjects(scene);
            Map<String, Costs> known = new LinkedHashMap<>();
            for (Subject subject : subjects) {
                if (model.use(subject) == Use.LEFT_OUT) {
                    leftOut.add(scene.scene() + ": " + subject.treatment());
                    continue;
                }
                Optional<Subject> source = model.source(subject, subjects);
                Costs costs = source.map(of -> known.computeIfAbsent(of.job(), job -> CostFit.ofJob(model, of, search)))
                        .orElse(search);
                rows.add(row(model, subject, Simulated.of(model, subject, costs, SEEDS)));
            }
        }
        return new Validation(search, rows, leftOut, notes);
    }

    private static List<CostFit.Known> searches(List<MeasuredScene> scenes) {
        List<CostFit.Known> known = new ArrayList<>();
        for (MeasuredScene scene : scenes) {
            SceneModel model = SceneModels.of(scene.scene());
            List<Subject> all = subjects(scene);
            for (Subject subject : all) {
                if (model.use(subject) == Use.FITTED
                        && model.source(subject, all).isEmpty()) {
                    known.add(new CostFit.Known(model, subject));
                }
            }
        }
        return known;
    }

    private static List<Subject> subjects(MeasuredScene scene) {
        record Kind(String treatment, String job) {}
        Map<Kind, List<MeasuredRun>> runs = new LinkedHashMap<>();
        for (MeasuredRun run : scene.runs()) {
            runs.computeIfAbsent(new Kind(run.treatment(), run.job()), kind -> new ArrayList<>())
                    .add(run);
        }
        List<Subject> subjects = new ArrayList<>();
        runs.forEach((kind, of) -> subjects.add(new Subject(scene, kind.treatment(), kind.job(), of)));
        return subjects;
    }

    private static Likeness row(SceneModel model, Subject subject, Simulated simulated) {
        boolean knows = model.knowsMemory(subject);
        return new Likeness(
                subject.scene().scene(),
                subject.treatment(),
                subject.job(),
                model.use(subject) == Use.FITTED,
                subject.runs().size(),
                subject.medianSeconds(),
                simulated.seconds(),
                knows ? Shares.counted(subject.runs()) : Shares.served(subject.runs()),
                knows ? simulated.shares() : Shares.memoryAlone(simulated.shares()));
    }

    /** The median of the errors' sizes of what was predicted; not a number if nothing was. */
    public double medianError() {
        return Medians.of(rows.stream()
                .filter(row -> !row.fitted())
                .map(row -> Math.abs(row.error()))
                .toList());
    }

    /** The median of the differences of shares; what was fitted counts, for no share was. */
    public double medianPoints() {
        return Medians.of(rows.stream().map(Likeness::points).toList());
    }

    /** How many rows are within both tolerances, of those that were predicted. */
    public long within() {
        return rows.stream()
                .filter(row ->
                        !row.fitted() && Math.abs(row.error()) <= TIME_TOLERANCE && row.points() <= POINTS_TOLERANCE)
                .count();
    }
}
