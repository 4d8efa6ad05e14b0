package io.tiercel.demo.report;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Trials of a scene, or a selection of them; {@code T} is what was measured in one run. */
public record Trials<T>(List<T> all) {
    public Trials {
        all = List.copyOf(all);
    }

    public Trials<T> where(Predicate<T> condition) {
        return new Trials<>(all.stream().filter(condition).toList());
    }

    public Stream<T> stream() {
        return all.stream();
    }

    public Spread spread(ToDoubleFunction<T> value) {
        return Spread.of(all.stream().map(value::applyAsDouble).toList());
    }

    public double median(ToDoubleFunction<T> value) {
        return spread(value).median();
    }

    /** The commonest of some values; of equally common ones the greatest. */
    public static <V extends Comparable<? super V>> Optional<V> commonest(Stream<V> values) {
        return values.collect(Collectors.groupingBy(each -> each, Collectors.counting())).entrySet().stream()
                .max(Map.Entry.<V, Long>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                .map(Map.Entry::getKey);
    }
}
