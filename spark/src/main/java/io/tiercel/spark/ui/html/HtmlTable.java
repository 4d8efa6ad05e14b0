package io.tiercel.spark.ui.html;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A table that links sort and page through on the server: a long one is as fast as a short one. */
public final class HtmlTable<T> {
    private static final int PAGE = 50;
    /** Links to pages around the one that is shown. */
    private static final int NEIGHBOURS = 3;

    private record Column<T>(
            String name, String hint, @Nullable Comparator<T> order, boolean right, BiConsumer<HtmlWriter, T> cell) {
        /** Classes of both versions of the style sheet that Spark ships. */
        String side() {
            return right ? "text-right text-end text-nowrap" : "";
        }
    }

    private final String id;
    private final String order;
    private final boolean descending;
    private final List<Column<T>> columns = new ArrayList<>();

    /**
     * Creates a table without columns.
     *
     * @param id of the table, and the first part of its parameters' names
     * @param order the column that sorts the table by default
     */
    public HtmlTable(String id, String order, boolean descending) {
        this.id = id;
        this.order = order;
        this.descending = descending;
    }

    /**
     * Adds a column.
     *
     * @param name in its head, and in the parameter that sorts by it
     * @param hint what it means, in a sentence; may be empty
     * @param by null if the table cannot be sorted by it
     * @param right whether it is aligned to the right, as numbers are
     * @param cell writes a cell
     */
    public HtmlTable<T> column(
            String name, String hint, @Nullable Comparator<T> by, boolean right, BiConsumer<HtmlWriter, T> cell) {
        columns.add(new Column<>(name, hint, by, right, cell));
        return this;
    }

    public HtmlTable<T> text(String name, String hint, Function<T, String> text) {
        return column(name, hint, Comparator.comparing(text), false, (html, row) -> html.text(text.apply(row)));
    }

    public HtmlTable<T> number(String name, String hint, ToLongFunction<T> value, Function<T, String> text) {
        return column(name, hint, Comparator.comparingLong(value), true, (html, row) -> html.text(text.apply(row)));
    }

    public HtmlTable<T> count(String name, String hint, ToLongFunction<T> value) {
        return number(name, hint, value, row -> NumberFormats.count(value.applyAsLong(row)));
    }

    public void draw(HtmlWriter html, List<T> rows, PageParameters query) {
        Column<T> sorted = sortedBy(query);
        boolean down = query.text(id + ".desc").map(Boolean::parseBoolean).orElse(descending);
        int pages = Math.max(1, (rows.size() + PAGE - 1) / PAGE);
        int page = Math.max(1, Math.min(pages, query.number(id + ".page", 1)));
        html.open("div id='%s'", id);
        if (pages > 1) {
            pages(html, query, page, pages, rows.size());
        }
        html.open("div class='table-responsive'").open("table class='table table-bordered table-sm table-striped'");
        head(html, query, sorted, down);
        html.open("tbody");
        sort(rows, sorted.order(), down).stream()
                .skip((long) PAGE * (page - 1))
                .limit(PAGE)
                .forEach(row -> row(html, row));
        html.close().close().close().close();
    }

    private Column<T> sortedBy(PageParameters query) {
        String name = query.text(id + ".sort").orElse(order);
        return columns.stream()
                .filter(column -> column.name().equals(name) && column.order() != null)
                .findFirst()
                .orElseGet(() -> columns.stream()
                        .filter(column -> column.name().equals(order))
                        .findFirst()
                        .orElseThrow());
    }

    private static <T> List<T> sort(List<T> rows, @Nullable Comparator<T> by, boolean down) {
        return by == null
                ? rows
                : rows.stream().sorted(down ? Collections.reverseOrder(by) : by).toList();
    }

    private void head(HtmlWriter html, PageParameters query, Column<T> sorted, boolean down) {
        html.open("thead").open("tr");
        for (Column<T> column : columns) {
            html.open("th title='%s' class='%s'", column.hint(), column.side());
            if (column.order() == null) {
                html.text(column.name());
            } else {
                boolean here = column == sorted;
                PageParameters other = query.with(id + ".sort", column.name())
                        .with(id + ".desc", Boolean.toString(here && !down))
                        .without(id + ".page");
                html.leaf("a href='%s'", column.name(), other.link(id));
                html.text(here ? down ? "\u00a0\u25be" : "\u00a0\u25b4" : "");
            }
            html.close();
        }
        html.close().close();
    }

    private void row(HtmlWriter html, T row) {
        html.open("tr");
        for (Column<T> column : columns) {
            html.open("td class='%s'", column.side());
            column.cell().accept(html, row);
            html.close();
        }
        html.close();
    }

    private void pages(HtmlWriter html, PageParameters query, int page, int pages, int rows) {
        html.open("ul class='pagination pagination-sm mb-1'");
        IntStream.rangeClosed(1, pages)
                .filter(each -> each == 1 || each == pages || Math.abs(each - page) <= NEIGHBOURS)
                .forEach(each -> {
                    String link =
                            query.with(id + ".page", Integer.toString(each)).link(id);
                    html.open("li class='%s'", each == page ? "page-item active" : "page-item");
                    html.leaf("a class='page-link' href='%s'", NumberFormats.count(each), link)
                            .close();
                });
        html.open("li class='page-item disabled'");
        html.leaf("span class='page-link'", NumberFormats.count(rows) + " rows").close();
        html.close();
    }
}
