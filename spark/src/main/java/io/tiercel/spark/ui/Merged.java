package io.tiercel.spark.ui;

import io.tiercel.spark.event.Steps;
import io.tiercel.spark.event.Steps.Series;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The counts of several stages in steps that all of them share. */
final class Merged {
    private static final int MOST_STEPS = 120;

    private Merged() {}

    /**
     * One for all. Steps are as long as the longest of them, doubled as long as there are too many; since all begin at multiples of
     * their length, and lengths are powers of two of one length, each lies in one of the new.
     */
    static Steps of(List<Steps> parts) {
        List<Steps> some = parts.stream().filter(part -> part.length() > 0).toList();
        if (some.isEmpty()) {
            return Steps.NONE;
        }
        long start = some.stream().mapToLong(Steps::startMillis).min().getAsLong();
        long end = some.stream().mapToLong(Steps::endMillis).max().getAsLong();
        long step = some.stream().mapToLong(Steps::stepMillis).max().getAsLong();
        while (end / step - start / step >= MOST_STEPS) {
            step *= 2;
        }
        long first = start / step;
        Map<Place, int[]> sums = new TreeMap<>();
        for (Steps part : some) {
            for (Series series : part.series()) {
                int[] sum = sums.computeIfAbsent(Place.of(series.name()), none -> new int[MOST_STEPS]);
                for (int i = 0; i < series.counts().size(); i++) {
                    long time = part.startMillis() + i * part.stepMillis();
                    sum[(int) (time / step - first)] += series.counts().get(i);
                }
            }
        }
        int length = (int) Math.max(1, (end - 1) / step - first + 1);
        List<Series> series = new ArrayList<>();
        sums.forEach((place, sum) -> series.add(
                new Series(place.name(), Arrays.stream(sum, 0, length).boxed().toList())));
        return new Steps(first * step, step, series);
    }
}
