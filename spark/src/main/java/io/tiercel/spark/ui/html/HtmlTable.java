package io.tiercel.spark.ui.html;

import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A table that links sort and page through on the server: a long one is as fast as a short one.
 *
 * @param id of the table, and the first part of its parameters' names
 * @param order the column that sorts the table by default
 */
public record HtmlTable<T>(String id, List<HtmlColumn<T>> columns, String order, boolean descending) {
    static final int PAGE = 50;

    /** Links to pages around the one that is shown. */
    private static final int NEIGHBOURS = 3;

    public HtmlTable {
        columns = List.copyOf(columns);
    }

    public void draw(HtmlWriter html, List<T> rows, PageParameters query) {
        HtmlColumn<T> sorted = sortedBy(query);
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

    private HtmlColumn<T> sortedBy(PageParameters query) {
        String name = query.text(id + ".sort").orElse(order);
        return columns.stream()
                .filter(column -> column.name().equals(name) && column.order() != null)
                .findFirst()
                .orElseGet(() -> columns.stream()
                        .filter(column -> column.name().equals(order))
                        .findFirst()
                        .orElseThrow());
    }

    private static <T> List<T> sort(List<T> rows, HtmlColumn<T> column, boolean down) {
        Comparator<T> order = column.order();
        if (order == null) {
            return rows;
        }
        return rows.stream()
                .sorted(down ? Collections.reverseOrder(order) : order)
                .toList();
    }

    private void head(HtmlWriter html, PageParameters query, HtmlColumn<T> sorted, boolean down) {
        html.open("thead").open("tr");
        for (HtmlColumn<T> column : columns) {
            html.open("th", "title", column.hint(), "class", side(column));
            if (column.order() == null) {
                html.text(column.name());
            } else {
                boolean here = column == sorted;
                PageParameters other = query.with(id + ".sort", column.name())
                        .with(id + ".desc", Boolean.toString(here && !down))
                        .without(id + ".page");
                html.open("a", "href", other.link(id)).text(column.name()).close();
                html.text(here ? down ? "\u00a0\u25be" : "\u00a0\u25b4" : "");
            }
            html.close();
        }
        html.close().close();
    }

    private void row(HtmlWriter html, T row) {
        html.open("tr");
        for (HtmlColumn<T> column : columns) {
            html.open("td", "class", side(column));
            column.cell().accept(html, row);
            html.close();
        }
        html.close();
    }

    /** Classes of both versions of the style sheet that Spark ships. */
    private static String side(HtmlColumn<?> column) {
        return column.right() ? "text-right text-end text-nowrap" : "";
    }

    private void pages(HtmlWriter html, PageParameters query, int page, int pages, int rows) {
        html.open("ul", "class", "pagination pagination-sm mb-1");
        IntStream.rangeClosed(1, pages)
                .filter(each -> each == 1 || each == pages || Math.abs(each - page) <= NEIGHBOURS)
                .forEach(each -> {
                    html.open("li", "class", each == page ? "page-item active" : "page-item");
                    html.leaf(
                            "a",
                            NumberFormats.count(each),
                            "class",
                            "page-link",
                            "href",
                            query.with(id + ".page", Integer.toString(each)).link(id));
                    html.close();
                });
        html.open("li", "class", "page-item disabled");
        html.leaf("span", NumberFormats.count(rows) + " rows", "class", "page-link")
                .close();
        html.close();
    }
}
