package io.tiercel.sim.paper;

import io.tiercel.sim.paper.PaperFigure.FigureSimulation;
import io.tiercel.sim.paper.PaperFigure.Kind;
import io.tiercel.sim.paper.PaperFigure.Label;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** All figures and tables that can be simulated. A resource for each paper has the reported values; classes here simulate. */
public final class PaperFigures {
    private PaperFigures() {}

    /** All of them, paper by paper. Those that measure times need a clock and get one that stands still. */
    public static List<PaperFigure> all() {
        return all(() -> 0);
    }

    private static List<PaperFigure> all(LongSupplier nanoTime) {
        return Stream.of(
                        read("trident", TridentFigures.simulations(nanoTime)),
                        read("dyrs", DyrsFigures.simulations()),
                        read("quartet", QuartetFigures.simulations()),
                        read("scheduled-caching", ScheduledCachingFigures.simulations()))
                .flatMap(List::stream)
                .toList();
    }

    /** @param simulations by kind and number, as {@code figure 9} */
    @SuppressWarnings("unchecked") // the resource is ours
    private static List<PaperFigure> read(String paper, Map<String, FigureSimulation> simulations) {
        try (InputStream in = Objects.requireNonNull(PaperFigures.class.getResourceAsStream(paper + ".yaml"))) {
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
        return new PaperFigure(
                new Label(paper, kind, number),
                (String) data.get("title"),
                (String) data.get("unit"),
                (Integer) data.get("tolerance"),
                (List<String>) data.get("columns"),
                (Map<String, String>) data.get("rows"),
                (List<String>) data.get("notes"),
                Objects.requireNonNull(simulations.get(kind.text() + " " + number), "no simulation"));
    }

    /** The papers that have any, sorted by name. */
    public static List<String> papers() {
        return all().stream()
                .map(each -> each.label().paper())
                .distinct()
                .sorted()
                .toList();
    }

    /**
     * The figures of a paper, then its tables, by number.
     *
     * @param nanoTime a clock, for figures that measure times
     */
    public static List<PaperFigure> of(String paper, LongSupplier nanoTime) {
        return all(nanoTime).stream()
                .filter(figure -> figure.label().paper().equals(paper))
                .sorted(Comparator.comparing((PaperFigure each) -> each.label().kind())
                        .thenComparingInt(each -> each.label().number()))
                .toList();
    }

    /** The numbers of a paper's figures or tables. */
    public static List<Integer> numbers(String paper, Kind kind) {
        return of(paper, () -> 0).stream()
                .filter(figure -> figure.label().kind() == kind)
                .map(each -> each.label().number())
                .toList();
    }
}
