package io.tiercel.sim.paper;

import io.tiercel.sim.paper.Experiment.Kind;
import java.util.List;

/** The experiments that there are. */
public final class Experiments {
    private static final List<Experiment> ALL = List.of(
            new TridentFigure9(),
            new DyrsFigure4(),
            new DyrsFigure5(),
            new DyrsFigure8(),
            new DyrsTable1(),
            new DyrsTable2(),
            new QuartetFigure1(),
            new QuartetFigure2(),
            new ScheduledCachingFigure1());

    private Experiments() {}

    /** All of them, paper by paper. */
    public static List<Experiment> all() {
        return ALL;
    }

    /** The papers of which there are any. */
    public static List<String> papers() {
        return ALL.stream()
                .map(each -> each.label().paper())
                .distinct()
                .sorted()
                .toList();
    }

    /** Those of a paper, in its order. */
    public static List<Experiment> of(String paper) {
        return ALL.stream()
                .filter(experiment -> experiment.label().paper().equals(paper))
                .toList();
    }

    /** The numbers of a paper's figures or tables that there are. */
    public static List<Integer> numbers(String paper, Kind kind) {
        return of(paper).stream()
                .filter(experiment -> experiment.label().kind() == kind)
                .map(each -> each.label().number())
                .toList();
    }
}
