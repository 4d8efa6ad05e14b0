package io.tiercel.cli.page;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page with charts and tables.
 *
 * @param title its heading
 * @param intro paragraphs below the title
 */
public record Page(String title, List<String> intro, List<Section> sections) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * A part of the page.
     *
     * @param heading empty for none
     * @param text paragraphs above the chart
     * @param notes list below the table
     */
    public record Section(
            String heading, List<String> text, @Nullable PageChart chart, @Nullable Table table, List<String> notes) {}

    /** A table whose first column holds the rows' names. */
    public record Table(List<String> head, List<Row> rows) {}

    public record Row(String name, List<Cell> cells) {}

    /** @param marked whether the text is red */
    public record Cell(String text, boolean marked) {}

    /** The page as HTML: one file that needs no other file and no network. */
    public String html() {
        try {
            return PageResources.text("page.html")
                    .replace("/*{{page.js}}*/", PageResources.text("page.js"))
                    .replace("/*{{chart.js}}*/", PageResources.chartLibrary())
                    // Inside a script element only '<' could end it.
                    .replace("{{page.json}}", JSON.writeValueAsString(this).replace("<", "\\u003c"));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a page of records has JSON", e);
        }
    }
}
