package io.tiercel.sim.paper;

import io.tiercel.sim.paper.PaperFigure.Kind;
import java.util.Comparator;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/** The experiments that there are. */
public final class PaperFigures {
    private static final List<PaperFigure> SIMULATED = List.of(
            new TridentFigure9(),
            new TridentFigure10(),
            new TridentFigure11(),
            new TridentFigure13(),
            new TridentFigure14(),
            new TridentFigure16(),
            new TridentFigure17(),
            new TridentTable4(),
            new DyrsFigure4(),
            new DyrsFigure5(),
            new DyrsFigure8(),
            new DyrsTable1(),
            new DyrsTable2(),
            new QuartetFigure1(),
            new QuartetFigure2(),
            new ScheduledCachingFigure1());

    private PaperFigures() {}

    /** All of them, paper by paper, to look at; one that measures has no clock. */
    public static List<PaperFigure> all() {
        return all(() -> 0);
    }

    private static List<PaperFigure> all(LongSupplier nanoTime) {
        return Stream.concat(Stream.of(new TridentFigure18(nanoTime)), SIMULATED.stream())
                .toList();
    }

    /** The papers of which there are any. */
    public static List<String> papers() {
        return all().stream()
                .map(each -> each.label().paper())
                .distinct()
                .sorted()
                .toList();
    }

    /**
     * Those of a paper, in its order.
     *
     * @param nanoTime the clock of those that measure
     */
    public static List<PaperFigure> of(String paper, LongSupplier nanoTime) {
        return all(nanoTime).stream()
                .filter(experiment -> experiment.label().paper().equals(paper))
                .sorted(Comparator.comparing((PaperFigure each) -> each.label().kind())
                        .thenComparingInt(each -> each.label().number()))
                .toList();
    }

    /** The numbers of a paper's figures or tables that there are. */
    public static List<Integer> numbers(String paper, Kind kind) {
        return of(paper, () -> 0).stream()
                .filter(experiment -> experiment.label().kind() == kind)
                .map(each -> each.label().number())
                .toList();
    }
}
