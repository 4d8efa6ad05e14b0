package io.tiercel.demo.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** A table of a report; each row has one cell for each column. */
public record ReportTable(String title, String lead, List<String> columns, List<List<String>> rows) {
    public ReportTable {
        columns = List.copyOf(columns);
        rows = rows.stream().map(List::copyOf).toList();
    }

    /** A table with a row for each of these values; its columns follow. */
    public static <R> Builder<R> of(String title, String lead, List<R> values) {
        return new Builder<>(title, lead, values);
    }

    /** Adds columns to a table whose rows are about values {@code R}. */
    public static final class Builder<R> {
        private final String title;
        private final String lead;
        private final List<R> values;
        private final List<String> heads = new ArrayList<>();
        private final List<Function<R, String>> cells = new ArrayList<>();

        private Builder(String title, String lead, List<R> values) {
            this.title = title;
            this.lead = lead;
            this.values = values;
        }

        public Builder<R> column(String head, Function<R, String> cell) {
            heads.add(head);
            cells.add(cell);
            return this;
        }

        public ReportTable build() {
            return new ReportTable(
                    title,
                    lead,
                    heads,
                    values.stream()
                            .map(value -> cells.stream()
                                    .map(cell -> cell.apply(value))
                                    .toList())
                            .toList());
        }
    }
}
