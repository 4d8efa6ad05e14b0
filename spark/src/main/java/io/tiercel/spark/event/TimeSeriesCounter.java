package io.tiercel.spark.event;

import io.tiercel.spark.event.TimeSeries.Series;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Counts over time in bounded memory: when there are too many steps, every two become one. Not thread-safe. */
public final class TimeSeriesCounter {
    private static final int MOST_STEPS = 120;

    private final List<String> names;
    private final int[][] counts;
    private long stepMillis;
    private long firstStep;
    private boolean started;

    private TimeSeriesCounter(List<String> names, long stepMillis) {
        this.names = List.copyOf(names);
        this.counts = new int[names.size()][MOST_STEPS];
        this.stepMillis = stepMillis;
    }

    /** Starts at {@code startMillis}, with steps of {@code stepMillis} at first. */
    public static TimeSeriesCounter since(long startMillis, long stepMillis, List<String> names) {
        TimeSeriesCounter counter = new TimeSeriesCounter(names, stepMillis);
        counter.started = true;
        counter.firstStep = startMillis / stepMillis;
        return counter;
    }

    /**
     * Starts at the first time that is added, with steps of a second at first.
     *
     * @param names of what is counted, in the order in which it is shown
     */
    public static TimeSeriesCounter sinceFirst(List<String> names) {
        return new TimeSeriesCounter(names, 1_000);
    }

    /** Starts at time 0, with steps of a tenth of a second at first. */
    public static TimeSeriesCounter sinceZero(List<String> names) {
        return since(0, 100, names);
    }

    /**
     * Counts one.
     *
     * @param name index of what is counted
     * @param timeMillis at least 0; times before the first step count in it
     */
    public void add(int name, long timeMillis) {
        add(name, timeMillis, 1);
    }

    /** The same for {@code count} at once. */
    public void add(int name, long timeMillis, int count) {
        if (!started) {
            started = true;
            firstStep = timeMillis / stepMillis;
        }
        while (timeMillis / stepMillis - firstStep >= MOST_STEPS) {
            widen();
        }
        counts[name][(int) Math.max(0, timeMillis / stepMillis - firstStep)] += count;
    }

    private void widen() {
        int shift = (int) (firstStep % 2);
        for (int[] of : counts) {
            int[] wider = new int[MOST_STEPS];
            for (int i = 0; i < MOST_STEPS; i++) {
                wider[(i + shift) / 2] += of[i];
            }
            System.arraycopy(wider, 0, of, 0, MOST_STEPS);
        }
        firstStep /= 2;
        stepMillis *= 2;
    }

    public TimeSeries series() {
        List<Series> series = new ArrayList<>();
        for (int name = 0; name < counts.length; name++) {
            int length = MOST_STEPS;
            while (length > 0 && counts[name][length - 1] == 0) {
                length--;
            }
            if (length > 0) {
                series.add(new Series(
                        names.get(name),
                        Arrays.stream(counts[name], 0, length).boxed().toList()));
            }
        }
        return new TimeSeries(firstStep * stepMillis, stepMillis, series);
    }
}
