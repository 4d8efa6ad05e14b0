package io.tiercel.sim.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.tiercel.sim.paper.FigureResult.PaperRange;
import io.tiercel.sim.paper.FigureResult.Series;
import io.tiercel.sim.paper.PaperFigure.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ReportTest {
    private static final FigureResult FINDINGS = new FigureResult(
            "Paper, figure 1: what it shows",
            "s",
            2,
            List.of("small", "large"),
            List.of(Series.of("ours & theirs", "10 90-100", 11, 123.4), Series.of("alone", "-", -1.234, 0)),
            List.of("A note."));

    @Test
    void theTableHasThePapersValuesBesideOurs() {
        assertThat(FigureText.of(FINDINGS))
                .isEqualTo(
                        """
                        Paper, figure 1: what it shows, in s; reported values in brackets, with a * where the simulated one is not within 2 of it
                                       small          large
                        ours & theirs  11 (10)        123 (90-100)*
                        alone          -1.23          0
                        1 of the 2 reported values are within the tolerance.
                        - A note.
                        """);
    }

    @Test
    void whatANullModelReachesTooIsNotCounted() {
        FigureResult findings = new FigureResult(
                "t",
                "s",
                1,
                List.of("one", "two"),
                List.of(
                        Series.of("system: time", "10 20", 10, 20),
                        Series.of("nothing: time", "-", 50, 20.5).asNullModel(),
                        Series.of("nothing: bytes", "-", 10, 50).asNullModel()),
                List.of());

        assertThat(findings.agreeing()).isEqualTo(1);
        assertThat(findings.agreeingWithNullModels()).isEqualTo(1);
        assertThat(FigureText.of(findings))
                .contains("(null) nothing: time")
                .contains("1 of the 2 reported values are within the tolerance and out of reach of each null model.")
                .contains("1 more are within it, but a null model reaches them as well, so they show nothing.");
    }

    @Test
    void whatThePaperSaysIsARange() {
        assertThat(PaperRange.of(31.5)).hasToString("31.5");
        assertThat(new PaperRange(25, Double.POSITIVE_INFINITY)).hasToString(">25");
        assertThat(new PaperRange(Double.NEGATIVE_INFINITY, 0)).hasToString("<0");
        assertThat(new PaperRange(10, 20).contains(22, 2)).isTrue();
        assertThat(new PaperRange(10, 20).contains(22.1, 2)).isFalse();
        assertThatThrownBy(() -> new PaperRange(2, 1)).hasMessage("range: expected low up to high, got 2.0 to 1.0");
    }

    @Test
    void aSeriesHasAValueForEachColumn() {
        assertThatThrownBy(() -> new FigureResult("t", "s", 0, List.of("one"), List.of(Series.of("a", "-")), List.of()))
                .hasMessage("t: a: expected 1 values, got 0");
    }

    @Test
    void experimentsHaveTitlesOfTheirOwn() {
        assertThat(PaperFigure.papers()).containsExactly("dyrs", "mixapart", "quartet", "scheduled-caching", "trident");
        assertThat(PaperFigure.all()).extracting(PaperFigure::title).doesNotHaveDuplicates();
    }

    @Test
    void secondsAndPercentHaveTolerancesOfTheirOwn() {
        assertThat(PaperFigure.of("scheduled-caching", () -> 0))
                .extracting(PaperFigure::number, PaperFigure::unit, PaperFigure::tolerance)
                .containsExactly(tuple(1, "s", 60.0), tuple(1, "% of the jobs", 5.0));
        assertThat(PaperFigure.numbers("scheduled-caching", Kind.FIGURE)).containsExactly(1);
    }
}
