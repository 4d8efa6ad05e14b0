package io.tiercel.demo.report;

import java.util.List;

/**
 * A table of a report.
 *
 * @param title over it
 * @param lead how to read it
 * @param columns their heads
 * @param rows one cell for each column
 */
public record ReportTable(String title, String lead, List<String> columns, List<List<String>> rows) {
    public ReportTable {
        columns = List.copyOf(columns);
        rows = rows.stream().map(List::copyOf).toList();
    }

    /** As lines of aligned text. */
    public List<String> lines() {
        return DemoTextTable.lines(columns, rows);
    }
}
