package io.tiercel.spark.ui.html;

import java.util.Comparator;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A column of a table.
 *
 * @param name in its head, and in the parameter that sorts by it
 * @param hint what it means, in a sentence; may be empty
 * @param order null if the table cannot be sorted by it
 * @param right whether it is aligned to the right, as numbers are
 * @param cell writes a cell
 */
public record HtmlColumn<T>(
        String name, String hint, @Nullable Comparator<T> order, boolean right, BiConsumer<HtmlWriter, T> cell) {
    public static <T> HtmlColumn<T> text(String name, String hint, Function<T, String> text) {
        return new HtmlColumn<>(
                name, hint, Comparator.comparing(text), false, (html, row) -> html.text(text.apply(row)));
    }

    public static <T> HtmlColumn<T> number(
            String name, String hint, ToLongFunction<T> value, Function<T, String> text) {
        return new HtmlColumn<>(
                name, hint, Comparator.comparingLong(value), true, (html, row) -> html.text(text.apply(row)));
    }

    public static <T> HtmlColumn<T> drawn(String name, String hint, BiConsumer<HtmlWriter, T> cell) {
        return new HtmlColumn<>(name, hint, null, false, cell);
    }

    /** The same column with other cells, as links. */
    public HtmlColumn<T> showing(BiConsumer<HtmlWriter, T> other) {
        return new HtmlColumn<>(name, hint, order, right, other);
    }
}
