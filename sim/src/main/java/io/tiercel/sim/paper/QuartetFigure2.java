package io.tiercel.sim.paper;

import io.tiercel.sim.paper.FigureResult.SeriesBuilder;
import io.tiercel.sim.paper.QuartetSetup.Platform;
import io.tiercel.sim.paper.QuartetSetup.Second;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Quartet, figure 2: how long the second of two identical jobs takes beside the first. */
final class QuartetFigure2 implements PaperFigure {
    private final int scale;

    QuartetFigure2() {
        this(1);
    }

    /** @param scale nodes and data are divided by it */
    QuartetFigure2(int scale) {
        this.scale = scale;
    }

    @Override
    public Label label() {
        return new Label(QuartetSetup.PAPER, Kind.FIGURE, 2);
    }

    @Override
    public FigureResult run(int repetitions) {
        Map<Platform, List<Second>> seconds = QuartetSetup.run(repetitions, scale);
        List<FigureResult.Series> series = new ArrayList<>();
        seconds.forEach((platform, values) -> {
            SeriesBuilder builder = new SeriesBuilder(platform.text());
            values.forEach(value -> builder.add(value.runtime()));
            series.add(builder.build());
        });
        series.add(gain(seconds, Platform.HADOOP, Platform.HADOOP_QUARTET, PaperRange.of(2.7), new PaperRange(6, 13)));
        series.add(gain(seconds, Platform.SPARK, Platform.SPARK_QUARTET, PaperRange.of(45), new PaperRange(21, 43)));
        return new FigureResult(
                "Quartet, figure 2: runtime of the second of two identical jobs, 100 being the first's",
                "%",
                10,
                QuartetSetup.COLUMNS,
                series,
                List.of(
                        "The text has the differences alone: by how many points of the first job's runtime Quartet is below the platform without"
                                + " it. The bars have no labels."));
    }

    private static FigureResult.Series gain(
            Map<Platform, List<Second>> seconds, Platform without, Platform with, PaperRange fits, PaperRange exceeds) {
        SeriesBuilder builder = new SeriesBuilder(without.text() + ": what Quartet gains");
        List<Second> slow = seconds.getOrDefault(without, List.of());
        List<Second> fast = seconds.getOrDefault(with, List.of());
        for (int size = 0; size < slow.size(); size++) {
            double points = slow.get(size).runtime() - fast.get(size).runtime();
            builder.add(points, Optional.of(size == 0 ? fits : exceeds));
        }
        return builder.build();
    }
}
