package io.tiercel.cli.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.sim.paper.FigureResult;
import io.tiercel.sim.paper.FigureResult.PaperRange;
import io.tiercel.sim.paper.FigureResult.Series;
import io.tiercel.sim.paper.FigureResult.Value;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class FigurePagesTest {
    private static final FigureResult FIGURE = new FigureResult(
            "Paper, figure 1: what it shows",
            "s",
            2,
            List.of("small", "large"),
            List.of(new Series(
                    "ours & <theirs>",
                    List.of(
                            new Value(11, Optional.of(PaperRange.of(10))),
                            new Value(123.4, Optional.of(new PaperRange(90, Double.POSITIVE_INFINITY)))))),
            List.of("A note."));

    @Test
    void thePageHasAChartATableAndNotes() {
        String page = FigurePages.of(List.of(FIGURE, FIGURE)).html();
        String json = page.substring(page.indexOf("{\"title\""));
        assertThat(json.split("\"kind\":\"BARS\"", -1)).hasSize(3);
        assertThat(json)
                .contains("ours & \\u003ctheirs>", "123 (>90)", "A note.", "{\"low\":90.0,\"high\":null}")
                .endsWith("</html>\n");
        assertThat(page).doesNotContain("{{", "src=\"http").contains("new Chart(");
    }
}
