package io.tiercel.spark.event;

import java.util.List;

/**
 * Several counts over time, in steps of equal length.
 *
 * @param startMillis when the first step begins, on whatever clock the owner says
 * @param stepMillis how long a step is, above 0
 * @param series the counts; a series without any is left out
 */
public record TimeSeries(long startMillis, long stepMillis, List<Series> series) {
    /** Nothing was counted. */
    public static final TimeSeries NONE = new TimeSeries(0, 1, List.of());

    /**
     * One of the counts.
     *
     * @param counts of each step from the first; steps after the last that is there have none
     */
    public record Series(String name, List<Integer> counts) {
        public Series {
            counts = List.copyOf(counts);
        }

        /** Over all steps. */
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

    /** How many of that name were counted in all. */
    public long total(String name) {
        return series.stream()
                .filter(each -> each.name().equals(name))
                .mapToLong(Series::total)
                .sum();
    }

    /** The number of steps in which anything was counted, and those before them. */
    public int length() {
        return series.stream().mapToInt(each -> each.counts().size()).max().orElse(0);
    }

    /** When the last of these steps ends. */
    public long endMillis() {
        return startMillis + length() * stepMillis;
    }
}
