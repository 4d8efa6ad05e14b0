package io.tiercel.spark.ui.page;

import io.tiercel.spark.event.TimeSeries;
import io.tiercel.spark.event.TimeSeries.Series;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Adds up the time series of several stages. */
final class MergedTimeSeries {
    private static final int MOST_STEPS = 120;

    private MergedTimeSeries() {}

    /**
     * The sum of {@code parts}. Its steps are as long as the longest of theirs, and doubled while there are too many. Each old step lies in
     * one new step: all begin at multiples of their length, and lengths differ by powers of two.
     */
    static TimeSeries of(List<TimeSeries> parts) {
        List<TimeSeries> some = parts.stream().filter(part -> part.length() > 0).toList();
        if (some.isEmpty()) {
            return TimeSeries.NONE;
        }
        long start = some.stream().mapToLong(TimeSeries::startMillis).min().getAsLong();
        long end = some.stream().mapToLong(TimeSeries::endMillis).max().getAsLong();
        long step = some.stream().mapToLong(TimeSeries::stepMillis).max().getAsLong();
        while (end / step - start / step >= MOST_STEPS) {
            step *= 2;
        }
        long first = start / step;
        Map<PlaceStyle, int[]> sums = new TreeMap<>();
        for (TimeSeries part : some) {
            for (Series series : part.series()) {
                int[] sum = sums.computeIfAbsent(PlaceStyle.of(series.name()), none -> new int[MOST_STEPS]);
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
        return new TimeSeries(first * step, step, series);
    }
}
