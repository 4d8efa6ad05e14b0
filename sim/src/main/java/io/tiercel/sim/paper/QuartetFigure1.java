package io.tiercel.sim.paper;

import io.tiercel.sim.paper.FigureResult.SeriesBuilder;
import io.tiercel.sim.paper.QuartetSetup.Platform;
import io.tiercel.sim.paper.QuartetSetup.Second;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Quartet, figure 1: how much of its input the second of two identical jobs finds in memory. */
final class QuartetFigure1 implements PaperFigure {
    private static final PaperRange HARDLY = new PaperRange(0, 4);
    private static final PaperRange RESIDENT = new PaperRange(25, 56);

    private final int scale;

    QuartetFigure1() {
        this(1);
    }

    /** @param scale nodes and data are divided by it */
    QuartetFigure1(int scale) {
        this.scale = scale;
    }

    @Override
    public Label label() {
        return new Label(QuartetSetup.PAPER, Kind.FIGURE, 1);
    }

    @Override
    public FigureResult run(int repetitions) {
        Map<Platform, List<Second>> seconds = QuartetSetup.run(repetitions, scale);
        List<FigureResult.Series> series = new ArrayList<>();
        seconds.forEach((platform, values) -> {
            SeriesBuilder builder = new SeriesBuilder(platform.text());
            for (int size = 0; size < values.size(); size++) {
                builder.add(values.get(size).hits(), Optional.of(reported(platform, size)));
            }
            series.add(builder.build());
        });
        return new FigureResult(
                "Quartet, figure 1: blocks that the second of two identical jobs reads from memory",
                "%",
                5,
                QuartetSetup.COLUMNS,
                series,
                List.of(
                        "The ranges are those of the text; it does not say which platform and size is at which end.",
                        "The page cache is LRU here, and holds 12 GB on each worker."));
    }

    private static PaperRange reported(Platform platform, int size) {
        boolean quartet = platform == Platform.HADOOP_QUARTET || platform == Platform.SPARK_QUARTET;
        if (size == 0) {
            return quartet ? new PaperRange(92, 98) : new PaperRange(42, 44);
        }
        return quartet ? RESIDENT : HARDLY;
    }
}
