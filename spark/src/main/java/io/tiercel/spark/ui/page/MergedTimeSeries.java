package io.tiercel.spark.ui.page;

import io.tiercel.spark.event.TimeSeries;
import io.tiercel.spark.event.TimeSeries.Series;
import io.tiercel.spark.event.TimeSeriesCounter;
import java.util.Arrays;
import java.util.List;

/** Adds up the time series of several stages. */
final class MergedTimeSeries {
    private static final List<String> PLACES =
            Arrays.stream(TierChart.Place.values()).map(Enum::name).toList();

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
        long step = some.stream().mapToLong(TimeSeries::stepMillis).max().getAsLong();
        TimeSeriesCounter sums = TimeSeriesCounter.since(start, step, PLACES);
        for (TimeSeries part : some) {
            for (Series series : part.series()) {
                int place = TierChart.Place.of(series.name()).ordinal();
                for (int i = 0; i < series.counts().size(); i++) {
                    sums.add(
                            place,
                            part.startMillis() + i * part.stepMillis(),
                            series.counts().get(i));
                }
            }
        }
        return sums.series();
    }
}
