package io.tiercel.spark.ui;

import java.util.Comparator;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A column of a table.
 *
 * @param name in its head, and by which the table is sorted
 * @param hint what it means, in a sentence; may be empty
 * @param order null if the table cannot be sorted by it
 * @param right whether it is set to the right, as numbers are
 * @param cell writes what stands in it
 */
record Column<T>(String name, String hint, @Nullable Comparator<T> order, boolean right, BiConsumer<Html, T> cell) {
    static <T> Column<T> text(String name, String hint, Function<T, String> text) {
        return new Column<>(name, hint, Comparator.comparing(text), false, (html, row) -> html.text(text.apply(row)));
    }

    static <T> Column<T> number(String name, String hint, ToLongFunction<T> value, Function<T, String> text) {
        return new Column<>(
                name, hint, Comparator.comparingLong(value), true, (html, row) -> html.text(text.apply(row)));
    }

    static <T> Column<T> drawn(String name, String hint, BiConsumer<Html, T> cell) {
        return new Column<>(name, hint, null, false, cell);
    }

    /** The same with something else in its cells, a link say. */
    Column<T> showing(BiConsumer<Html, T> other) {
        return new Column<>(name, hint, order, right, other);
    }
}
