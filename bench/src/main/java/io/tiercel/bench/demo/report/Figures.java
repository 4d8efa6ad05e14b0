package io.tiercel.bench.demo.report;

import java.util.List;

/**
 * A table of a report.
 *
 * @param title over it
 * @param lead how to read it
 * @param columns their heads
 * @param rows one cell for each column
 */
public record Figures(String title, String lead, List<String> columns, List<List<String>> rows) {
    public Figures {
        columns = List.copyOf(columns);
        rows = rows.stream().map(List::copyOf).toList();
    }

    /** As lines of aligned text. */
    public List<String> lines() {
        return TextTable.lines(columns, rows);
    }
}
