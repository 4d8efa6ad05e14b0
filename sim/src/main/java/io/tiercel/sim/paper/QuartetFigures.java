package io.tiercel.sim.paper;

import io.tiercel.sim.paper.FigureResult.Series;
import io.tiercel.sim.paper.PaperFigure.Kind;
import io.tiercel.sim.paper.PaperFigure.Label;
import io.tiercel.sim.paper.QuartetSetup.Platform;
import io.tiercel.sim.paper.QuartetSetup.Second;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Quartet's figures, section 5. */
final class QuartetFigures {
    private QuartetFigures() {}

    static List<PaperFigure> all() {
        return List.of(
                hits(1),
                new PaperFigure(
                        new Label(QuartetSetup.PAPER, Kind.FIGURE, 2),
                        "Quartet, figure 2: runtime of the second of two identical jobs, 100 being the first's",
                        "%",
                        10,
                        QuartetSetup.COLUMNS,
                        List.of(
                                "The text gives differences alone: by how many points of the first job's runtime Quartet is below the platform without"
                                        + " it. The bars have no labels."),
                        QuartetFigures::runtimes));
    }

    /** @param scale nodes and data are divided by it */
    static PaperFigure hits(int scale) {
        return new PaperFigure(
                new Label(QuartetSetup.PAPER, Kind.FIGURE, 1),
                "Quartet, figure 1: blocks that the second of two identical jobs reads from memory",
                "%",
                5,
                QuartetSetup.COLUMNS,
                List.of(
                        "The ranges are those of the text. It does not name the platform and size at each end.",
                        "The page cache is LRU here, and holds 12 GB on each worker."),
                repetitions -> {
                    Map<Platform, List<Second>> seconds = QuartetSetup.run(repetitions, scale);
                    return List.of(
                            series(seconds, Platform.HADOOP, "42-44 0-4 0-4", Second::hits),
                            series(seconds, Platform.HADOOP_QUARTET, "92-98 25-56 25-56", Second::hits),
                            series(seconds, Platform.SPARK, "42-44 0-4 0-4", Second::hits),
                            series(seconds, Platform.SPARK_QUARTET, "92-98 25-56 25-56", Second::hits));
                });
    }

    private static List<Series> runtimes(int repetitions) {
        Map<Platform, List<Second>> seconds = QuartetSetup.run(repetitions, 1);
        return List.of(
                series(seconds, Platform.HADOOP, "-", Second::runtime),
                series(seconds, Platform.HADOOP_QUARTET, "-", Second::runtime),
                series(seconds, Platform.SPARK, "-", Second::runtime),
                series(seconds, Platform.SPARK_QUARTET, "-", Second::runtime),
                gain(seconds, Platform.HADOOP, Platform.HADOOP_QUARTET, "2.7 6-13 6-13"),
                gain(seconds, Platform.SPARK, Platform.SPARK_QUARTET, "45 21-43 21-43"));
    }

    private static Series series(
            Map<Platform, List<Second>> seconds, Platform platform, String reported, ToDoubleFunction<Second> value) {
        return Series.of(platform.text(), reported, values(seconds, platform, value));
    }

    private static Series gain(Map<Platform, List<Second>> seconds, Platform without, Platform with, String reported) {
        double[] slow = values(seconds, without, Second::runtime);
        double[] fast = values(seconds, with, Second::runtime);
        for (int size = 0; size < slow.length; size++) {
            slow[size] -= fast[size];
        }
        return Series.of(without.text() + ": what Quartet gains", reported, slow);
    }

    private static double[] values(
            Map<Platform, List<Second>> seconds, Platform platform, ToDoubleFunction<Second> value) {
        return seconds.getOrDefault(platform, List.of()).stream()
                .mapToDouble(value)
                .toArray();
    }
}
