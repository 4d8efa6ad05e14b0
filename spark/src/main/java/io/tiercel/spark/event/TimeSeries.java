package io.tiercel.spark.event;

import java.util.List;

/**
 * Several counts over time, in steps of equal length.
 *
 * @param startMillis when the first step begins, on whatever clock the owner says
 * @param stepMillis how long a step is, above 0
 * @param series the counts; an empty series is left out
 */
public record TimeSeries(long startMillis, long stepMillis, List<Series> series) {
    public static final TimeSeries NONE = new TimeSeries(0, 1, List.of());

    /**
     * One of the counts.
     *
     * @param counts of each step from the first; later steps have none
     */
    public record Series(String name, List<Integer> counts) {
        public Series {
            counts = List.copyOf(counts);
        }

        public long total() {
            return counts.stream().mapToLong(Integer::longValue).sum();
        }
    }

    public TimeSeries {
        if (stepMillis <= 0) {
            throw new IllegalArgumentException("stepMillis: expected more than 0, got " + stepMillis);
        }
        series = List.copyOf(series);
    }

    public long total(String name) {
        return series.stream()
                .filter(each -> each.name().equals(name))
                .mapToLong(Series::total)
                .sum();
    }

    public long total() {
        return series.stream().mapToLong(Series::total).sum();
    }

    /** The number of steps up to the last one with a count. */
    public int length() {
        return series.stream().mapToInt(each -> each.counts().size()).max().orElse(0);
    }

    /** When the last of these steps ends. */
    public long endMillis() {
        return startMillis + length() * stepMillis;
    }
}
