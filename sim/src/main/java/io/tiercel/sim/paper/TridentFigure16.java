package io.tiercel.sim.paper;

import io.tiercel.sim.job.Locality;
import io.tiercel.sim.paper.FigureResult.SeriesBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Trident, figure 16: how much is read from memory, and how much was brought in for nothing. The bars have no labels; the numbers are those of the text. */
final class TridentFigure16 implements PaperFigure {
    private static final int A = 0;
    private static final int D = 3;
    private static final int E = 4;
    private static final int HI_BENCH = 6;

    @Override
    public Label label() {
        return new Label(TridentSetup.PAPER, Kind.FIGURE, 16);
    }

    @Override
    public FigureResult run(int repetitions) {
        List<FigureResult.Series> series = new ArrayList<>();
        for (PrefetchSystem bars : PrefetchSystem.values()) {
            if (bars == PrefetchSystem.NOTHING) {
                continue;
            }
            SeriesBuilder memory = new SeriesBuilder(bars.text() + ", from memory");
            SeriesBuilder wasted = new SeriesBuilder(bars.text() + ", wasted");
            List<JobStatistics> columns = bars.columns(repetitions);
            for (int c = 0; c < columns.size(); c++) {
                memory.add(columns.get(c).percent(Locality::isFromMemory), memory(bars, c));
                wasted.add(columns.get(c).wasted(), wasted(bars, c));
            }
            series.add(memory.build());
            series.add(wasted.build());
        }
        return new FigureResult(
                "Trident, figure 16: input blocks read from memory, and brought in for nothing, by scheduler and prefetcher",
                "% of the blocks",
                10,
                PrefetchSystem.COLUMNS,
                series,
                List.of(
                        "Blocks are cached as section 4.1 models it: from where algorithm 6 says, up to four of a disk at a time (HDFS' default), and read on"
                                + " when a task has overtaken them: decision 1206.",
                        "A plan pays only if no task is left that reads from a disk, since nearly all jobs find slots for all their tasks at once:"
                                + " Trident's prefetcher takes a job's blocks if no disk has two of them, and none else. Hence its share"
                                + " falls with the size of jobs as in the paper, to nothing in E and F, where the paper has a small"
                                + " portion, and nothing is wasted.",
                        "With the default scheduler a task of class A meets its block's node one time in ten, and most of the others read it from memory over the"
                                + " network, since no replica is on their node either: 80% where the paper has 50.",
                        "A block read from memory on another node counts as read from memory, as in the paper."));
    }

    private static Optional<PaperRange> memory(PrefetchSystem bars, int column) {
        return switch (bars) {
            case DEFAULT_ALL -> column == A ? PaperRange.exactly(50) : Optional.empty();
            case TRIDENT_ALL -> column == A ? PaperRange.exactly(100) : Optional.empty();
            case TRIDENT_NO_DELAY ->
                column == A ? PaperRange.exactly(100) : column == D ? PaperRange.exactly(22) : Optional.empty();
            case TRIDENT_DELAY ->
                column == A ? PaperRange.exactly(100) : column == D ? PaperRange.exactly(64) : Optional.empty();
            case ORACLE -> column == HI_BENCH ? PaperRange.exactly(87) : Optional.of(new PaperRange(96, 100));
            case NOTHING -> Optional.empty();
        };
    }

    private static Optional<PaperRange> wasted(PrefetchSystem bars, int column) {
        return switch (bars) {
            case DEFAULT_ALL ->
                column == A
                        ? PaperRange.exactly(50)
                        : column == E || column == E + 1 ? Optional.of(new PaperRange(84, 100)) : Optional.empty();
            case TRIDENT_ALL ->
                column == E || column == E + 1 ? Optional.of(new PaperRange(84, 100)) : Optional.empty();
            case TRIDENT_NO_DELAY, TRIDENT_DELAY -> Optional.of(new PaperRange(0, 4));
            case ORACLE, NOTHING -> Optional.empty();
        };
    }
}
