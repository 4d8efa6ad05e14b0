package io.tiercel.demo.report;

import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Trials of a scene, or a selection of them.
 *
 * @param <T> what was measured in one run
 */
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

    public boolean isEmpty() {
        return all.isEmpty();
    }

    public int count() {
        return all.size();
    }

    public T first() {
        return all.get(0);
    }

    /** @throws IllegalArgumentException if nothing is selected */
    public Spread spread(ToDoubleFunction<T> value) {
        return Spread.of(all.stream().map(value::applyAsDouble).toList());
    }

    /** @throws IllegalArgumentException if nothing is selected */
    public double median(ToDoubleFunction<T> value) {
        return spread(value).median();
    }
}
