package io.tiercel.sim.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.tiercel.sim.paper.DyrsFigures.DyrsSwim;
import io.tiercel.sim.paper.DyrsSetup.FileSystem;
import io.tiercel.sim.paper.FigureResult.Series;
import io.tiercel.sim.paper.PaperFigure.Kind;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** What the papers claim and what comes out here: who wins, and by about how much. */
final class PaperClaimsTest {
    private static double value(FigureResult findings, String series, int column) {
        return findings.series().stream()
                .filter(each -> each.name().equals(series))
                .map(Series::values)
                .map(values -> values.get(column).ours())
                .findFirst()
                .orElseThrow();
    }

    private static PaperFigure figure(String paper, Kind kind, int number) {
        return PaperFigure.of(paper, () -> 0).stream()
                .filter(each -> each.kind() == kind && each.number() == number)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void dyrsIsBetweenDisksAndInputsInMemory() {
        DyrsSwim swim = new DyrsSwim(DyrsSetup.FITTED, 2);
        double dyrs = swim.seconds(FileSystem.DYRS, job -> true);
        assertThat(dyrs).isLessThan(0.9 * swim.seconds(FileSystem.HDFS, job -> true));
        assertThat(dyrs).isGreaterThan(swim.seconds(FileSystem.IN_RAM, job -> true));
        assertThat(swim.seconds(FileSystem.IGNEM, job -> true))
                .as("Ignem is slower than doing nothing beside a slow node")
                .isGreaterThan(swim.seconds(FileSystem.HDFS, job -> true));
    }

    @Test
    void queriesGainByDyrsAndLoseByIgnem() {
        FigureResult findings = figure("dyrs", Kind.FIGURE, 4).run(1);
        assertThat(value(findings, "HDFS-Inputs-in-RAM", 0)).isBetween(40.0, 60.0);
        assertThat(value(findings, "DYRS", 0)).isGreaterThan(10);
        assertThat(value(findings, "Ignem", 0)).isLessThan(0);
    }

    /** Table II: as much interference in all takes the same time, however it is spread; half of it takes less. */
    @Test
    void onlyTheAmountOfInterferenceCounts() {
        FigureResult findings = figure("dyrs", Kind.TABLE, 2).run(2);
        double always = value(findings, "sort job runtime", 0);
        assertThat(value(findings, "sort job runtime", 3)).isCloseTo(always, withinPercentage(4));
        assertThat(value(findings, "sort job runtime", 4)).isCloseTo(always, withinPercentage(4));
        assertThat(value(findings, "sort job runtime", 1)).isLessThan(always);
        assertThat(value(findings, "sort job runtime", 2)).isLessThan(always);
    }

    @Test
    void dyrsSparesTheSlowNodeAndIgnemDoesNot() {
        FigureResult findings = figure("dyrs", Kind.FIGURE, 8).run(3);
        assertThat(value(findings, "DYRS", 1)).isLessThan(70);
        assertThat(value(findings, "HDFS", 1)).isLessThan(100);
        assertThat(value(findings, "Ignem", 1)).isGreaterThan(80);
    }

    /** An eighth of the cluster and of the data: three nodes, so that every replica is local everywhere. */
    @Test
    void quartetReadsWhatIsResidentFirst() {
        Function<String, double[]> hits = QuartetFigures.hits(8).rows(1);
        for (String platform : List.of("Hadoop", "Spark")) {
            double[] quartet = hits.apply(platform + ", Quartet");
            assertThat(quartet[0]).isGreaterThan(90);
            assertThat(quartet[1]).isBetween(50.0, 60.0);
            assertThat(quartet[2]).isBetween(25.0, 30.0);
            double[] without = hits.apply(platform);
            assertThat(without[1]).isLessThan(4);
            assertThat(without[2]).isLessThan(4);
        }
    }

    @Test
    void jobsThatWaitForTheirInputTakeAFewPercentMoreThanWithAllOfItInMemory() {
        FigureResult findings = figure("scheduled-caching", Kind.FIGURE, 1).run(1);
        double memory = value(findings, "in memory", 0);
        assertThat(value(findings, "with prefetching", 0)).isBetween(memory, 1.1 * memory);
        assertThat(value(findings, "on disk", 0)).isGreaterThan(2 * memory);
    }
}
