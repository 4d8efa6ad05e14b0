package io.tiercel.cli.page;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A page with charts and tables. */
public record Page(String title, List<String> intro, List<Section> sections) {
    private static final String CHART_LIBRARY = "/META-INF/resources/webjars/chart.js/4.5.1/dist/chart.umd.min.js";
    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * A part of the page.
     *
     * @param heading empty for none
     * @param text paragraphs above the chart
     * @param notes list below the table
     * @param code lines to copy, below the list
     */
    public record Section(
            String heading,
            List<String> text,
            @Nullable PageChart chart,
            @Nullable Table table,
            List<String> notes,
            List<String> code) {
        public Section(
                String heading,
                List<String> text,
                @Nullable PageChart chart,
                @Nullable Table table,
                List<String> notes) {
            this(heading, text, chart, table, notes, List.of());
        }
    }

    /** A table whose first column holds the rows' names. */
    public record Table(List<String> head, List<Row> rows) {}

    public record Row(String name, List<Cell> cells) {}

    /** @param marked whether the text is red */
    public record Cell(String text, boolean marked) {}

    /** The page as HTML: one file that needs no other file and no network. */
    public String html() {
        try {
            return read("/io/tiercel/cli/page/page.html")
                    .replace("/*{{page.js}}*/", read("/io/tiercel/cli/page/page.js"))
                    .replace("/*{{chart.js}}*/", read(CHART_LIBRARY).replaceAll("\n//# sourceMappingURL=.*", ""))
                    // Inside a script element only '<' could end it.
                    .replace("{{page.json}}", JSON.writeValueAsString(this).replace("<", "\\u003c"));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a page of records has JSON", e);
        }
    }

    private static String read(String resource) {
        try (InputStream in = Page.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("resource " + resource + " is not on the class path");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * A chart of a page, drawn by chart.js.
     *
     * @param labels one for each group of bars; none for lanes
     * @param step distance of a lane's values on the x axis; 0 for bars
     */
    public record PageChart(Kind kind, List<String> labels, double step, List<Series> series) {
        /** Bars in groups, or filled lanes below one another over time. */
        public enum Kind {
            BARS,
            LANES
        }

        /**
         * Bars of one colour, or one lane.
         *
         * @param colour number of the colour
         * @param values of lanes, parts of their full height: 0 to 1
         * @param marks ranges that are outlined on the bars; null for none
         */
        public record Series(String name, int colour, List<Double> values, List<@Nullable Range> marks) {}

        /** A null bound is infinite. */
        public record Range(@Nullable Double low, @Nullable Double high) {
            public static Range of(double low, double high) {
                return new Range(finite(low), finite(high));
            }

            private static @Nullable Double finite(double value) {
                return Double.isFinite(value) ? value : null;
            }
        }
    }
}
