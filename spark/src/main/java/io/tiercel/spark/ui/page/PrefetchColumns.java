package io.tiercel.spark.ui.page;

import static io.tiercel.spark.ui.html.NumberFormats.seconds;

import io.tiercel.model.ByteSize;
import io.tiercel.prefetch.PrefetchTotals;
import io.tiercel.spark.ui.html.HtmlColumn;
import io.tiercel.spark.ui.html.NumberFormats;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** The columns of prefetching outcomes, for tables of jobs, stages and queries. */
final class PrefetchColumns {
    private PrefetchColumns() {}

    static <T> HtmlColumn<T> taken(Function<T, PrefetchTotals> of) {
        return count("Prefetched", "Blocks that were asked for before their tasks started", of, PrefetchTotals::taken);
    }

    static <T> HtmlColumn<T> used(Function<T, PrefetchTotals> of) {
        return count("In time", "Of these, in memory when their first task started", of, PrefetchTotals::used);
    }

    static <T> HtmlColumn<T> late(Function<T, PrefetchTotals> of) {
        return count("Late", "Of these, not yet in memory when their first task started", of, PrefetchTotals::late);
    }

    static <T> HtmlColumn<T> unread(Function<T, PrefetchTotals> of) {
        return count("Not read", "Of these, read by no task: wasted, if the stage is over", of, PrefetchTotals::unread);
    }

    static <T> HtmlColumn<T> bytes(Function<T, PrefetchTotals> of) {
        return value(
                "Bytes",
                "Of the blocks that were asked for",
                of,
                PrefetchTotals::bytes,
                each -> ByteSize.text(each.bytes()));
    }

    static <T> HtmlColumn<T> predicted(Function<T, PrefetchTotals> of) {
        return value(
                "Expected gain",
                "By how much the plan was expected to shorten the stage",
                of,
                each -> Math.round(1000 * each.predictedGainSeconds()),
                each -> seconds(each.predictedGainSeconds()));
    }

    static <T> HtmlColumn<T> gain(Function<T, PrefetchTotals> of) {
        return value(
                "Gain",
                "By how much the stage ended sooner than it was expected to without prefetching",
                of,
                each -> Math.round(1000 * each.gainSeconds()),
                each -> seconds(each.gainSeconds()));
    }

    private static <T> HtmlColumn<T> count(
            String name, String hint, Function<T, PrefetchTotals> of, ToLongFunction<PrefetchTotals> value) {
        return value(name, hint, of, value, each -> NumberFormats.count(value.applyAsLong(each)));
    }

    /** Empty where nothing was prefetched. */
    private static <T> HtmlColumn<T> value(
            String name,
            String hint,
            Function<T, PrefetchTotals> of,
            ToLongFunction<PrefetchTotals> value,
            Function<PrefetchTotals, String> text) {
        return HtmlColumn.number(name, hint, row -> value.applyAsLong(of.apply(row)), row -> {
            PrefetchTotals totals = of.apply(row);
            return totals.taken() == 0 ? "" : text.apply(totals);
        });
    }
}
