package io.tiercel.spark.ui;

import java.util.function.Function;
import java.util.function.ToLongFunction;

/** The columns that tell what came of prefetching, in tables of jobs and of stages alike. */
final class TotalsColumns {
    private TotalsColumns() {}

    static <T> Column<T> taken(Function<T, Totals> of) {
        return count("Prefetched", "Blocks that were asked for before their tasks started", of, Totals::taken);
    }

    static <T> Column<T> used(Function<T, Totals> of) {
        return count("In time", "Of these, in memory when their first task started", of, Totals::used);
    }

    static <T> Column<T> late(Function<T, Totals> of) {
        return count("Late", "Of these, not yet in memory when their first task started", of, Totals::late);
    }

    static <T> Column<T> unread(Function<T, Totals> of) {
        return count("Not read", "Of these, read by no task: wasted, if the stage is over", of, Totals::unread);
    }

    static <T> Column<T> bytes(Function<T, Totals> of) {
        return value(
                "Bytes", "Of the blocks that were asked for", of, Totals::bytes, each -> Texts.bytes(each.bytes()));
    }

    static <T> Column<T> predicted(Function<T, Totals> of) {
        return value(
                "Expected gain",
                "By how much the plan was expected to shorten the stage",
                of,
                Totals::predictedGainMillis,
                each -> Texts.duration(each.predictedGainMillis()));
    }

    static <T> Column<T> gain(Function<T, Totals> of) {
        return value(
                "Gain",
                "By how much the stage ended sooner than it was expected to without prefetching",
                of,
                Totals::gainMillis,
                each -> Texts.duration(each.gainMillis()));
    }

    private static <T> Column<T> count(String name, String hint, Function<T, Totals> of, ToLongFunction<Totals> value) {
        return value(name, hint, of, value, each -> Texts.count(value.applyAsLong(each)));
    }

    /** Empty where nothing was prefetched. */
    private static <T> Column<T> value(
            String name,
            String hint,
            Function<T, Totals> of,
            ToLongFunction<Totals> value,
            Function<Totals, String> text) {
        return Column.number(name, hint, row -> value.applyAsLong(of.apply(row)), row -> {
            Totals totals = of.apply(row);
            return totals.taken() == 0 ? "" : text.apply(totals);
        });
    }
}
