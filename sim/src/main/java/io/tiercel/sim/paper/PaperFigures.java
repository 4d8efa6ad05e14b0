package io.tiercel.sim.paper;

import io.tiercel.sim.paper.PaperFigure.Kind;
import java.util.Comparator;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/** All figures and tables that can be simulated. */
public final class PaperFigures {
    private PaperFigures() {}

    /** All of them, paper by paper. Those that measure times need a clock and get one that stands still. */
    public static List<PaperFigure> all() {
        return all(() -> 0);
    }

    private static List<PaperFigure> all(LongSupplier nanoTime) {
        return Stream.of(
                        TridentFigures.all(nanoTime),
                        DyrsFigures.all(),
                        QuartetFigures.all(),
                        ScheduledCachingFigures.all())
                .flatMap(List::stream)
                .toList();
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
