package io.tiercel.sim.paper;

import io.tiercel.sim.paper.FigureResult.Series;
import io.tiercel.sim.workload.SwimReader.SwimScale;
import io.tiercel.sim.workload.Workload;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * A figure or a table of a paper, and how its values are simulated. A resource for each paper has the reported values; classes here simulate.
 *
 * @param number in the paper, among its figures or tables
 * @param tolerance by how much a value may miss the reported one and still agree with it, in the unit
 * @param reported what the paper reports for each row, as {@link Series#of} reads it, in the rows' order
 * @param nullModels rows of systems that lack what the paper adds
 * @param needsTrace whether it can be simulated only if a trace is given
 * @param notes what is assumed, with its source; and why values differ from the paper's
 */
public record PaperFigure(
        String paper,
        Kind kind,
        int number,
        String title,
        String unit,
        double tolerance,
        List<String> columns,
        Map<String, String> reported,
        List<String> nullModels,
        boolean needsTrace,
        List<String> notes,
        FigureSimulation simulation) {
    public PaperFigure {
        columns = List.copyOf(columns);
        reported = Collections.unmodifiableMap(new LinkedHashMap<>(reported));
        nullModels = List.copyOf(nullModels);
        notes = List.copyOf(notes);
        if (!reported.keySet().containsAll(nullModels)) {
            throw new IllegalArgumentException(
                    title + ": expected rows of " + nullModels + ", got " + reported.keySet());
        }
    }

    /**
     * What some figures need beside their own set-up.
     *
     * @param nanoTime a clock, for figures that measure times
     * @param trace the trace FB-2010 with paths of the SWIM suite, at any scale; empty if it is not there
     */
    public record Inputs(LongSupplier nanoTime, Optional<Function<SwimScale, Workload>> trace) {
        /** No trace, and a clock that stands still. */
        static final Inputs NONE = new Inputs(() -> 0, Optional.empty());
    }

    /** All of them, paper by paper. Those that measure times need a clock and get one that stands still. */
    public static List<PaperFigure> all() {
        return all(Inputs.NONE);
    }

    private static List<PaperFigure> all(Inputs inputs) {
        return Stream.of(
                        read("trident", TridentFigures.simulations(inputs.nanoTime())),
                        read("dyrs", DyrsFigures.simulations()),
                        read("quartet", QuartetFigures.simulations()),
                        read("scheduled-caching", ScheduledCachingFigures.simulations()),
                        read("mixapart", MixApartFigures.simulations(inputs.trace())))
                .flatMap(List::stream)
                .toList();
    }

    /** @param simulations by kind and number, as {@code figure 9}; with the part of a figure that has several units, as {@code figure 1, done} */
    @SuppressWarnings("unchecked") // the resource is ours
    private static List<PaperFigure> read(String paper, Map<String, FigureSimulation> simulations) {
        try (InputStream in = Objects.requireNonNull(PaperFigure.class.getResourceAsStream(paper + ".yaml"))) {
            Object figures = new Load(LoadSettings.builder().build()).loadFromInputStream(in);
            return ((List<Map<String, Object>>) figures)
                    .stream().map(figure -> figure(paper, figure, simulations)).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(paper + ": cannot be read", e);
        }
    }

    @SuppressWarnings("unchecked")
    private static PaperFigure figure(
            String paper, Map<String, Object> data, Map<String, FigureSimulation> simulations) {
        Kind kind = data.containsKey("figure") ? Kind.FIGURE : Kind.TABLE;
        int number = (Integer) data.get(kind.text());
        String simulation = kind.text() + " " + number + (data.containsKey("part") ? ", " + data.get("part") : "");
        return new PaperFigure(
                paper,
                kind,
                number,
                (String) data.get("title"),
                (String) data.get("unit"),
                (Integer) data.get("tolerance"),
                (List<String>) data.get("columns"),
                (Map<String, String>) data.get("rows"),
                (List<String>) data.getOrDefault("null-models", List.of()),
                Boolean.TRUE.equals(data.get("needs-trace")),
                (List<String>) data.get("notes"),
                Objects.requireNonNull(simulations.get(simulation), "no simulation"));
    }

    /** The papers that have any, sorted by name. */
    public static List<String> papers() {
        return all().stream().map(PaperFigure::paper).distinct().sorted().toList();
    }

    /**
     * The figures of a paper, then its tables, by number.
     *
     * @param nanoTime a clock, for figures that measure times
     */
    public static List<PaperFigure> of(String paper, LongSupplier nanoTime) {
        return of(paper, new Inputs(nanoTime, Optional.empty()));
    }

    /** The figures of a paper, then its tables, by number. */
    public static List<PaperFigure> of(String paper, Inputs inputs) {
        return all(inputs).stream()
                .filter(figure -> figure.paper().equals(paper))
                .sorted(Comparator.comparing(PaperFigure::kind).thenComparingInt(PaperFigure::number))
                .toList();
    }

    public static List<Integer> numbers(String paper, Kind kind) {
        return of(paper, () -> 0).stream()
                .filter(figure -> figure.kind() == kind)
                .map(PaperFigure::number)
                .distinct()
                .toList();
    }

    @FunctionalInterface
    interface FigureSimulation {
        /**
         * The values of a row by its name.
         *
         * @param repetitions runs of each set-up, with seeds 1, 2 …; at least 1
         */
        Function<String, double[]> rows(int repetitions);
    }

    /** The system that a row names. */
    static <S> S named(S[] systems, String name) {
        return Arrays.stream(systems)
                .filter(system -> system.toString().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("row: there is no system '" + name + "'"));
    }

    /**
     * Simulates the figure.
     *
     * @param repetitions runs of each set-up, with seeds 1, 2 …; at least 1
     */
    public FigureResult run(int repetitions) {
        Function<String, double[]> rows = simulation.rows(repetitions);
        List<Series> series = new ArrayList<>();
        reported.forEach((name, values) -> {
            Series simulated = Series.of(name, values, rows.apply(name));
            series.add(nullModels.contains(name) ? simulated.asNullModel() : simulated);
        });
        return new FigureResult(title, unit, tolerance, columns, series, notes);
    }

    public enum Kind {
        FIGURE,
        TABLE;

        /** The name of the command-line option, without its dashes. */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
