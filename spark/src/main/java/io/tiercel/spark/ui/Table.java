package io.tiercel.spark.ui;

import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A table that is sorted and leafed through by links, on the server, so that a long one is as quick as a short one.
 *
 * @param id of the table, and the first part of its parameters' names
 * @param order by the name of a column, if the page's parameters do not say
 */
record Table<T>(String id, List<Column<T>> columns, String order, boolean descending) {
    static final int PAGE = 50;

    /** Links to pages around the one that is shown. */
    private static final int NEIGHBOURS = 3;

    Table {
        columns = List.copyOf(columns);
    }

    void draw(Html html, List<T> rows, Query query) {
        Column<T> sorted = sortedBy(query);
        boolean down = query.text(id + ".desc").map(Boolean::parseBoolean).orElse(descending);
        int pages = Math.max(1, (rows.size() + PAGE - 1) / PAGE);
        int page = Math.max(1, Math.min(pages, query.number(id + ".page", 1)));
        html.open("div", "id", id);
        if (pages > 1) {
            pages(html, query, page, pages, rows.size());
        }
        html.open("div", "class", "table-responsive");
        html.open("table", "class", "table table-bordered table-sm table-striped");
        head(html, query, sorted, down);
        html.open("tbody");
        sort(rows, sorted, down).stream()
                .skip((long) PAGE * (page - 1))
                .limit(PAGE)
                .forEach(row -> row(html, row));
        html.close().close().close().close();
    }

    private Column<T> sortedBy(Query query) {
        String name = query.text(id + ".sort").orElse(order);
        return columns.stream()
                .filter(column -> column.name().equals(name) && column.order() != null)
                .findFirst()
                .orElseGet(() -> columns.stream()
                        .filter(column -> column.name().equals(order))
                        .findFirst()
                        .orElseThrow());
    }

    private static <T> List<T> sort(List<T> rows, Column<T> column, boolean down) {
        Comparator<T> order = column.order();
        if (order == null) {
            return rows;
        }
        return rows.stream()
                .sorted(down ? Collections.reverseOrder(order) : order)
                .toList();
    }

    private void head(Html html, Query query, Column<T> sorted, boolean down) {
        html.open("thead").open("tr");
        for (Column<T> column : columns) {
            html.open("th", "title", column.hint(), "class", side(column));
            if (column.order() == null) {
                html.text(column.name());
            } else {
                boolean here = column == sorted;
                Query other = query.with(id + ".sort", column.name())
                        .with(id + ".desc", Boolean.toString(here && !down))
                        .without(id + ".page");
                html.open("a", "href", other.link(id)).text(column.name()).close();
                html.text(here ? down ? "\u00a0\u25be" : "\u00a0\u25b4" : "");
            }
            html.close();
        }
        html.close().close();
    }

    private void row(Html html, T row) {
        html.open("tr");
        for (Column<T> column : columns) {
            html.open("td", "class", side(column));
            column.cell().accept(html, row);
            html.close();
        }
        html.close();
    }

    /** In the words of both versions of the style sheet that Sparks ship. */
    private static String side(Column<?> column) {
        return column.right() ? "text-right text-end text-nowrap" : "";
    }

    private void pages(Html html, Query query, int page, int pages, int rows) {
        html.open("ul", "class", "pagination pagination-sm mb-1");
        IntStream.rangeClosed(1, pages)
                .filter(each -> each == 1 || each == pages || Math.abs(each - page) <= NEIGHBOURS)
                .forEach(each -> {
                    html.open("li", "class", each == page ? "page-item active" : "page-item");
                    html.leaf(
                            "a",
                            Texts.count(each),
                            "class",
                            "page-link",
                            "href",
                            query.with(id + ".page", Integer.toString(each)).link(id));
                    html.close();
                });
        html.open("li", "class", "page-item disabled");
        html.leaf("span", Texts.count(rows) + " rows", "class", "page-link").close();
        html.close();
    }
}
